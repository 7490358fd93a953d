import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { HeatMap } from '../../engine/backtest/sensitivity.ts';
import type { TextNumber } from '../../engine/backtest/variants.ts';
import { useT } from '../../shell/i18n.ts';
import { Choice } from '../controls/Choice.tsx';
import { clampIndex } from '../frame/clamp.ts';
import { useWidth } from '../frame/useWidth.ts';
import { plainText } from '../steps/sentenceWords.ts';
import type { ShownRun } from './backtest.ts';
import { Card } from './Card.tsx';
import { FigureChoice } from './FigureChoice.tsx';
import { VARIANT_FIGURES, type VariantFigure } from './figure.ts';
import { partsOf, takeNumbers } from './numbers.ts';
import { useRunAnswer } from './useRunAnswer.ts';
import { Work } from './Work.tsx';

const STRONGEST = 0.85;
const SIDE_PX = 340;
const LEAP = 5;

/** Two numbers of the text varied together; cells are colored by their distance from the present result. */
export function MapCard({ run }: { readonly run: ShownRun }) {
  const t = useT();
  const { numbers } = run.answer;
  const [figure, setFigure] = useState<VariantFigure>('cagr');
  const [places, setPlaces] = useState<readonly [number, number]>([0, 1]);
  const [first, second] = places.map((at) => Math.min(at, numbers.length - 1)) as [number, number];
  const asked = useRunAnswer(run.ticket, { kind: 'map', numbers: [first, second] }, false);
  const [cursor, setCursor] = useState<readonly [number, number] | null>(null);
  const choice = (at: 0 | 1) => (
    <Choice
      className="card-choice line"
      label={t(at === 0 ? 'backtest.down' : 'backtest.across')}
      value={String(at === 0 ? first : second)}
      options={numbers.map((number, i) => [String(i), nameOf(run.text, number)] as const)}
      onChange={(chosen) => setPlaces(places.with(at, Number(chosen)) as [number, number])}
    />
  );
  const map = asked.answer;
  return (
    <Card
      title={t('backtest.map')}
      place="map"
      tools={
        first !== second && <Work asked={asked} {...(map && asked.share === null ? {} : { action: t('backtest.workOut') })} />
      }
    >
      <div className="card-choices wrap">
        {choice(0)}
        {choice(1)}
        <FigureChoice value={figure} onChange={setFigure} />
      </div>
      {map && (
        <>
          <p className="legend" role="status">
            {told(map, cursor, figure)}
          </p>
          <Cells map={map} figure={figure} cursor={cursor} onCursor={setCursor} run={run} />
        </>
      )}
      <p className="card-note">{t('backtest.mapNote')}</p>
    </Card>
  );
}

const NAME_CHARS_MAX = 44;

function nameOf(text: string, number: TextNumber): string {
  const [before, own, after] = partsOf(text, number);
  const name = `${before}[${own}]${after}`;
  return name.length <= NAME_CHARS_MAX
    ? name
    : `…${name.slice(Math.max(0, before.length - NAME_CHARS_MAX / 2)).slice(0, NAME_CHARS_MAX)}`;
}

function ownPlace({ numbers, values }: HeatMap): readonly [number, number] {
  return [values[0].indexOf(numbers[0].value), values[1].indexOf(numbers[1].value)];
}

function told(map: HeatMap, cursor: readonly [number, number] | null, figure: VariantFigure) {
  const [i, j] = cursor ?? ownPlace(map);
  const [rows, columns] = map.values;
  if (rows[i] === undefined || columns[j] === undefined) return null;
  return (
    <>
      <span>
        {plainText(rows[i])} × {plainText(columns[j])}
      </span>
      <b>{VARIANT_FIGURES[figure](map.figures[figure][i * columns.length + j]!)}</b>
    </>
  );
}

interface CellsProps {
  readonly map: HeatMap;
  readonly figure: VariantFigure;
  readonly cursor: readonly [number, number] | null;
  readonly onCursor: (cursor: readonly [number, number] | null) => void;
  readonly run: ShownRun;
}

function Cells({ map, figure, cursor, onCursor, run }: CellsProps) {
  const t = useT();
  const [box, width] = useWidth<HTMLDivElement>();
  const [rows, columns] = map.values;
  const values = map.figures[figure];
  const own = ownPlace(map);
  const center = values[own[0] * columns.length + own[1]]!;
  const reach = values.reduce((most, value) => Math.max(most, Math.abs(value - center) || 0), 0) || 1;
  const [cellWidth, cellHeight] = [width / columns.length, SIDE_PX / rows.length];
  const place = cursor ?? own;
  const take = (): void => {
    const [i, j] = place;
    takeNumbers(run.steps, [
      { number: map.numbers[0], value: rows[i]! },
      { number: map.numbers[1], value: columns[j]! },
    ]);
  };
  const pointed = (event: PointerEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onCursor([
      clampIndex(Math.floor((event.clientY - top) / cellHeight), rows.length),
      clampIndex(Math.floor((event.clientX - left) / cellWidth), columns.length),
    ]);
  };
  const pressed = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LEAP : 1;
    const by = new Map<string, readonly [number, number]>([
      ['ArrowDown', [step, 0]],
      ['ArrowUp', [-step, 0]],
      ['ArrowRight', [0, step]],
      ['ArrowLeft', [0, -step]],
    ]).get(event.key);
    if (!by && event.key !== 'Enter') return;
    event.preventDefault();
    if (!by) take();
    else onCursor([clampIndex(place[0] + by[0], rows.length), clampIndex(place[1] + by[1], columns.length)]);
  };
  const tone = (value: number): string =>
    Number.isFinite(value)
      ? `rgb(var(--lens-${value < center ? 'bad' : 'good'}) / ${((Math.abs(value - center) / reach) * STRONGEST).toFixed(3)})`
      : 'var(--raised)';
  return (
    <div
      ref={box}
      className="chart heat-map"
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it and are announced
      tabIndex={0}
      role="application"
      aria-label={t('backtest.mapLabel')}
      style={{ blockSize: SIDE_PX }}
      onPointerMove={pointed}
      onPointerLeave={() => onCursor(null)}
      onClick={take}
      onKeyDown={pressed}
    >
      <svg width={width} height={SIDE_PX} aria-hidden="true">
        {width > 0 &&
          Array.from(values, (value, cell) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
              key={cell}
              x={(cell % columns.length) * cellWidth}
              y={Math.floor(cell / columns.length) * cellHeight}
              width={cellWidth}
              height={cellHeight}
              style={{ fill: tone(value) }}
            />
          ))}
        <Mark place={own} size={[cellHeight, cellWidth]} look="map-own" />
        {cursor && <Mark place={cursor} size={[cellHeight, cellWidth]} look="map-cursor" />}
      </svg>
    </div>
  );
}

function Mark({
  place: [i, j],
  size: [height, width],
  look,
}: {
  readonly place: readonly [number, number];
  readonly size: readonly [number, number];
  readonly look: string;
}) {
  return (
    <rect className={look} x={j * width + 1} y={i * height + 1} width={Math.max(0, width - 2)} height={Math.max(0, height - 2)} />
  );
}
