import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';
import { COLUMN_ORDERS, PANORAMA_REFERENCES, ROW_ORDERS } from '../../engine/panorama/frame.ts';
import { colourIndex, paletteOf, scaleOf } from '../../engine/panorama/palette.ts';
import { useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { changeZoom, transpose } from '../zoom/zoom.ts';
import { columnOrderOf, type Ordering, rowOrderOf } from './orders.ts';

export interface ToolsProps {
  readonly ordering: readonly [name: string, ordering: Ordering | null][];
  /** Columns in view whose percentiles are being computed. */
  readonly pending: number;
}

/** What the panorama shows, and by which colours: the bar above it. */
export function Tools({ ordering, pending }: ToolsProps) {
  const t = useT();
  const { view, steps } = useSnapshot(state);
  const { zoom } = view;
  return (
    <div className="panorama-tools" role="toolbar" aria-label={t('panorama.tools')}>
      <Legend />
      <Choice
        label={t('panorama.reference')}
        options={PANORAMA_REFERENCES.map((each) => [each, t(`panorama.in.${each}`)])}
        value={zoom.reference}
        onChange={(reference) => changeZoom({ reference })}
      />
      <Choice
        label={t('panorama.columns')}
        options={COLUMN_ORDERS.map((each) => [each, t(`panorama.columns.${each}`)])}
        value={columnOrderOf(zoom)}
        onChange={(columnOrder) => changeZoom({ columnOrder })}
      />
      <Choice
        label={t('panorama.rows')}
        options={ROW_ORDERS.map((each) => [each, t(`panorama.rows.${each}`)])}
        value={rowOrderOf(zoom, steps)}
        onChange={(rowOrder) => changeZoom({ rowOrder })}
      />
      <Check isOn={zoom.isOnePerIssuer} onChange={(isOnePerIssuer) => changeZoom({ isOnePerIssuer })}>
        {t('panorama.issuers')}
      </Check>
      <Check isOn={zoom.isAroundZero} onChange={(isAroundZero) => changeZoom({ isAroundZero })}>
        {t('panorama.aroundZero')}
      </Check>
      <button type="button" className="quiet-button" aria-pressed={zoom.isTransposed} onClick={transpose}>
        {t('panorama.transpose')}
      </button>
      <span className="spring" />
      {ordering.map(([name, work]) => work && <Work key={name} name={name} work={work} />)}
      {pending > 0 && <span className="panorama-pending">{t('panorama.coding', { number: wholeText(pending) })}</span>}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <label className="panorama-choice">
      <span>{label}</span>
      <select
        className="top-menu"
        value={value}
        onChange={(event) => {
          const chosen = options.find(([each]) => each === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

function Check({ isOn, onChange, children }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}

function Work({ name, work }: { readonly name: string; readonly work: Ordering }) {
  const t = useT();
  return (
    <span className="panorama-work">
      <span>{name}</span>
      <progress value={work.share} max={1} aria-label={name} />
      <button type="button" className="quiet-button" onClick={work.cancel}>
        {t('export.cancel')}
      </button>
    </span>
  );
}

/** The two scales, in the very colours of the picture, and the sign of what is missing. */
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
      <span className="panorama-missing" aria-hidden="true" />
      <span>{t('panorama.missing')}</span>
    </span>
  );
}

const SCALE_LINES = 10;

function Scale({ kind }: { readonly kind: 'higher' | 'neutral' }) {
  const theme = useShownTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const first = colourIndex(scaleOf({ scale: kind, isAroundZero: false }), 0);
    const line = paletteOf(theme).colours.subarray(first, first + CODE_COUNT);
    const image = context.createImageData(CODE_COUNT, SCALE_LINES);
    const pixels = new Uint32Array(image.data.buffer);
    for (let y = 0; y < SCALE_LINES; y++) pixels.set(line, y * CODE_COUNT);
    context.putImageData(image, 0, 0);
  }, [kind, theme]);
  return <canvas ref={canvas} className="panorama-scale" width={CODE_COUNT} height={SCALE_LINES} aria-hidden="true" />;
}
