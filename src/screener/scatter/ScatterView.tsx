import './scatter.css';
import { useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { locale, useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { Button } from '../controls/buttons.tsx';
import { Check } from '../controls/Check.tsx';
import { commonCurrency } from '../rows/money.ts';
import { localized } from '../state/figures.ts';
import { columnOf, state, useAddedColumns } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { changeSettings } from '../views/open.ts';
import { useSize } from '../views/size.ts';
import { ViewFrame } from '../views/ViewFrame.tsx';
import { useColumns } from '../views/wanted.ts';
import { AxisPicker } from './AxisPicker.tsx';
import type { Scale } from './axis.ts';
import { readInks } from './inks.ts';
import { ScatterLegend } from './Legend.tsx';
import { colorsOf, plainColors, radiiOf } from './marks.ts';
import { plotSize } from './overlay.ts';
import { Plot, type Tool } from './Plot.tsx';
import { type Points, pointsOf } from './points.ts';
import { fitLine, type Line } from './regression.ts';
import { NONE, type ScatterSettings, scatterSettings } from './settings.ts';

const TICK_PX = [90, 50] as const;
const RADIUS_MIN_PX = 1.5;
const RADIUS_MAX_PX = 5;

/** Few points are drawn large enough to read their color; each doubling takes half a pixel off the radius. */
const radiusOf = (count: number): number => Math.min(RADIUS_MAX_PX, Math.max(RADIUS_MIN_PX, 8 - Math.log2(count + 1) / 2));

export function ScatterView() {
  const t = useT();
  const { view } = useSnapshot(state);
  const added = useAddedColumns();
  const theme = useShownTheme();
  const [tool, setTool] = useState<Tool>('rectangle');
  const holder = useRef<HTMLDivElement>(null);
  const size = useSize(holder);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns also depend on the server and on formulas
  const settings = useMemo(() => scatterSettings(view), [view, added]);
  const { x, y, xScale, yScale, color, size: sizeId, hasLine } = settings;
  const ids = [x, y, ...(color ? [color] : []), ...(sizeId ? [sizeId] : [])];
  const frame = useColumns([...ids, 'exchange']);
  const come = ids.map((id) => frame?.columns.has(id)).join() + frame?.columns.has('usdRate');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors depend on the theme
  const inks = useMemo(readInks, [theme]);
  const plot = plotSize(...size);
  const counts = [Math.floor(plot[0] / TICK_PX[0]), Math.floor(plot[1] / TICK_PX[1])] as const;
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when the columns arrive
  const points = useMemo(
    () => (frame ? pointsOf(frame, [x, y], [xScale, yScale], counts) : null),
    [frame, come, x, y, xScale, yScale, counts[0], counts[1]],
  );
  const columns = [columnOf(x), columnOf(y)] as const;
  const colorColumn = color === null ? null : (columnOf(color) ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputed when the columns arrive
  const marks = useMemo(() => {
    if (!frame || !points) return null;
    const { rows } = points;
    const colors = (colorColumn && colorsOf(rows, colorColumn, frame, inks)) ?? plainColors(rows.length, inks);
    return { colors, radii: (sizeId && radiiOf(rows, sizeId, frame)) || Float32Array.of(radiusOf(rows.length)) };
  }, [points, colorColumn, sizeId, inks, come]);
  const line = useMemo(() => (points && hasLine ? fitLine(points.x, points.y) : null), [points, hasLine]);
  // Axes need a value.
  const isEmpty = points?.rows.length === points?.hidden;
  return (
    <ViewFrame
      title={t('view.scatter')}
      tools={<Tools settings={settings} scales={[points?.xAxis.scale, points?.yAxis.scale]} tool={tool} onTool={setTool} />}
    >
      <div className="scatter">
        <div ref={holder} className="scatter-holder">
          {points && isEmpty && (
            <p className="panel-hint" dir="auto">
              {t('scatter.none')}
            </p>
          )}
          {frame && points && marks && !isEmpty && columns[0] && columns[1] && (
            <Plot
              {...marks}
              frame={frame}
              points={points}
              columns={[columns[0], columns[1]]}
              told={ids.slice(2).flatMap((id) => columnOf(id) ?? [])}
              line={line}
              tool={tool}
              size={size}
              inks={inks}
            />
          )}
        </div>
        <ScatterLegend
          column={colorColumn}
          legend={marks?.colors.legend ?? null}
          ramp={colorColumn && inks.ramp(colorColumn.better)}
          sizeId={sizeId}
        />
        <Told points={points} line={line} total={frame?.rows.length ?? 0} currency={commonCurrency(frame)} />
      </div>
    </ViewFrame>
  );
}

interface ToolsProps {
  readonly settings: ScatterSettings;
  /** Effective scales. */
  readonly scales: readonly [x: Scale | undefined, y: Scale | undefined];
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
}

function Tools({ settings, scales, tool, onTool }: ToolsProps) {
  const t = useT();
  const { x, y, xScale, yScale, color, size: sizeId, hasLine } = settings;
  const set = (name: string) => (value: string | null) => changeSettings('scatter', { [name]: value });
  return (
    <>
      <AxisPicker
        label={t('scatter.x')}
        columnId={x}
        onPick={set('x')}
        scale={xScale ?? scales[0] ?? 'linear'}
        onScale={set('xscale')}
      />
      <AxisPicker
        label={t('scatter.y')}
        columnId={y}
        onPick={set('y')}
        scale={yScale ?? scales[1] ?? 'linear'}
        onScale={set('yscale')}
      />
      <Button
        title={t('scatter.swap')}
        aria-label={t('scatter.swap')}
        onClick={() => changeSettings('scatter', { x: y, y: x, xscale: yScale, yscale: xScale })}
      >
        ⇄
      </Button>
      <AxisPicker label={t('scatter.color')} columnId={color} onPick={(id) => set('colour')(id ?? NONE)} isOptional />
      <AxisPicker label={t('scatter.size')} columnId={sizeId} onPick={set('size')} isOptional />
      <Check isOn={hasLine} onChange={(isOn) => set('line')(isOn ? null : 'off')}>
        {t('scatter.line')}
      </Check>
      <fieldset className="tool-choice">
        <legend className="unseen">{t('scatter.tool')}</legend>
        {(['rectangle', 'lasso'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={tool === each} onClick={() => onTool(each)}>
            {t(`scatter.${each}`)}
          </button>
        ))}
      </fieldset>
    </>
  );
}

interface ToldProps {
  readonly points: Points | null;
  readonly line: Line | null;
  readonly total: number;
  /** Of the amounts. */
  readonly currency: string;
}

function Told({ points, line, total, currency }: ToldProps) {
  const t = useT();
  return (
    <p className="scatter-told wrap quiet">
      {points && (
        <>
          <span>
            {t('scatter.rows', {
              rows: wholeText(points.rows.length - points.hidden),
              total: wholeText(total),
            })}
          </span>
          {points.hidden > 0 && <span>{t('scatter.hidden', { number: wholeText(points.hidden) })}</span>}
          {line && (
            <strong>
              {t('scatter.fit', { value: localized(line.rSquared.toFixed(2), locale()), number: wholeText(line.count) })}
            </strong>
          )}
        </>
      )}
      <span>{t('scatter.hint', { currency })}</span>
    </p>
  );
}
