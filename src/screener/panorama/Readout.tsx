import { useEffect, useRef } from 'react';
import { scaleColors } from '../../engine/panorama/palette.ts';
import { useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { Progress } from '../controls/Progress.tsx';
import { wholeText } from '../state/words.ts';
import type { Crosshair } from './crosshair.ts';
import type { SceneNow } from './scene.ts';

interface ReadoutProps {
  readonly crosshair: Crosshair;
  readonly ordering: SceneNow['ordering'];
  /** Visible columns whose percentiles are pending. */
  readonly pending: number;
}

const ORDERINGS = [
  ['columns', 'panorama.orderingColumns'],
  ['rows', 'panorama.orderingRows'],
] as const;

/** Status line: the cell under the crosshair, pending work and the legend. */
export function Readout({ crosshair, ordering, pending }: ReadoutProps) {
  const t = useT();
  return (
    <div className="panorama-readout line">
      <p className="panorama-told grow" data-held={crosshair.isHeld || undefined}>
        {crosshair.told}
      </p>
      {ORDERINGS.map(([axis, label]) => {
        const work = ordering[axis];
        return (
          work && <Progress key={axis} className="panorama-work" label={t(label)} share={work.share} onCancel={work.cancel} />
        );
      })}
      {pending > 0 && <span className="panorama-pending quiet">{t('panorama.coding', { number: wholeText(pending) })}</span>}
      <Legend />
    </div>
  );
}

/** The two color scales and the sign of missing values. */
function Legend() {
  const t = useT();
  return (
    <span className="panorama-legend">
      <span>{t('panorama.worse')}</span>
      <Scale kind="higher" />
      <span>{t('panorama.better')}</span>
      <span className="panorama-gap" />
      <span>{t('panorama.low')}</span>
      <Scale kind="neutral" />
      <span>{t('panorama.high')}</span>
      <span className="panorama-gap" />
      <span className="panorama-missing" />
      <span>{t('panorama.missing')}</span>
    </span>
  );
}

function Scale({ kind }: { readonly kind: 'higher' | 'neutral' }) {
  const theme = useShownTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const line = scaleColors(theme, kind);
    if (canvas.current) canvas.current.width = line.length;
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(line.length, 1);
    new Uint32Array(image.data.buffer).set(line);
    context.putImageData(image, 0, 0);
  }, [kind, theme]);
  return <canvas ref={canvas} className="panorama-scale" height={1} />;
}
