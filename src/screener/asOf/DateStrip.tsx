import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { HistoryState } from '../../engine/worker/protocol.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Button, QuietButton } from '../controls/buttons.tsx';
import { Select } from '../controls/Select.tsx';
import { clampIndex } from '../frame/clamp.ts';
import { presses } from '../frame/keyNames.ts';
import { useWidth } from '../frame/useWidth.ts';
import { beginGesture, endGesture } from '../history/gesture.ts';
import { presentDate, type StepEntry, state } from '../state/store.ts';
import { counted, isoDayText, percentWords, wholeText } from '../state/words.ts';
import { areCurrent, type Counts, stepsOfDates, useCounts } from './counts.ts';
import { dates, goToDate, pause, placeOf, SPEEDS, setSpeed, showDates, togglePlay } from './dates.ts';
import { HoldOutNote } from './HoldOutNote.tsx';
import { includedDates, isOpenFor, opened } from './opened.ts';

const HEIGHT_PX = 76;
const TOP_PX = 8;
/** Below the bars: the coverage band, then the years. */
const BAND_PX = 7;
const AXIS_PX = 18;
const LEFT_PX = 46;
const RIGHT_PX = 8;
const PAGE_DATES = 12;
/** Minimum width of a year label. */
const YEAR_PX = 34;

/** All snapshot dates with the number of rows the screen keeps at each and their coverage. */
export function DateStrip() {
  const t = useT();
  const { isPlaying, speed } = useSnapshot(dates);
  const { steps } = useSnapshot(state);
  const playName = t('action.playDates');
  return (
    <section className="dates" aria-label={t('dates.strip')}>
      <div className="dates-tools stack">
        <Button aria-pressed={isPlaying} title={`${playName} (${presses('playDates')[0] ?? ''})`} onClick={togglePlay}>
          {isPlaying ? '⏸ ' : '▶ '}
          {t(isPlaying ? 'dates.pause' : 'dates.play')}
        </Button>
        <Select
          className="top-menu"
          aria-label={t('dates.playSpeed')}
          title={t('dates.playSpeed')}
          value={String(speed)}
          options={SPEEDS.map((each) => [String(each), counted('dates.perSecond', each)] as const)}
          onChange={(chosen) => setSpeed(Number(chosen))}
        />
        <Button onClick={() => goToDate(null)}>{t('asOf.today')}</Button>
      </div>
      <div className="grow">
        <Chart />
        <HoldOutNote steps={stepsOfDates(steps as readonly StepEntry[])} />
      </div>
      <QuietButton aria-label={t('dates.close')} onClick={() => showDates(false)}>
        ✕
      </QuietButton>
    </section>
  );
}

/** Index of the date at an x position of the chart. */
function placeAt(x: number, width: number, count: number): number {
  const inner = Math.max(1, width - LEFT_PX - RIGHT_PX);
  return clampIndex(Math.floor(((x - LEFT_PX) / inner) * count), count);
}

function Chart() {
  const t = useT();
  const { history, steps } = useSnapshot(state);
  const counts = useCounts();
  const [slider, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const count = history.dates.length;
  const place = placeOf(presentDate(steps));
  const told = pointed ?? place;

  const at = (event: PointerEvent<HTMLElement>): number =>
    placeAt(event.clientX - event.currentTarget.getBoundingClientRect().x, width, count);
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pause();
    beginGesture();
    goToDate(history.dates[at(event)] ?? null);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const here = at(event);
    setPointed(here);
    if (event.currentTarget.hasPointerCapture(event.pointerId)) goToDate(history.dates[here] ?? null);
  };
  const pressed = (event: KeyboardEvent): void => {
    const own = place ?? count;
    const next = {
      ArrowLeft: own - 1,
      ArrowDown: own - 1,
      ArrowRight: own + 1,
      ArrowUp: own + 1,
      PageUp: own + PAGE_DATES,
      PageDown: own - PAGE_DATES,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    pause();
    goToDate(history.dates[clampIndex(next, count)] ?? null);
  };
  return (
    <div>
      <div
        ref={slider}
        className="dates-slider"
        role="slider"
        tabIndex={0}
        aria-label={t('dates.slider')}
        aria-valuemin={1}
        aria-valuemax={count + 1}
        aria-valuenow={(place ?? count) + 1}
        aria-valuetext={place === null ? t('asOf.today') : words(place, counts)}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={endGesture}
        onPointerCancel={endGesture}
        onPointerLeave={() => setPointed(null)}
        onKeyDown={pressed}
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT_PX} aria-hidden="true">
            <Drawing width={width} counts={counts} place={place} pointed={pointed} />
          </svg>
        )}
      </div>
      <p className="dates-told cut quiet">{told === null ? t('dates.hint') : words(told, counts)}</p>
    </div>
  );
}

function words(place: number, counts: Counts | null): string {
  const { dates: all, coverage } = state.history;
  const known = coverage[place];
  const kept = counts?.[place] ?? Number.NaN;
  const { holdOut } = state.history;
  const isShut = holdOut !== null && (all[place] ?? '') >= holdOut && !isOpenFor(stepsOfDates(state.steps));
  const rows = isShut
    ? t('backtest.holdOut', { date: isoDayText(holdOut) })
    : Number.isNaN(kept)
      ? '…'
      : t('status.rows', { rows: wholeText(kept), total: wholeText(known?.listed ?? 0) });
  return [isoDayText(all[place] ?? ''), rows, known ? coverageWords(known) : ''].filter(Boolean).join(' · ');
}

function coverageWords({ listed, withStatements, guessed }: HistoryState['coverage'][number]): string {
  return t('dates.coverage', {
    statements: percentWords(withStatements / listed),
    guessed: percentWords(guessed / Math.max(1, withStatements)),
  });
}

interface DrawingProps {
  readonly width: number;
  readonly counts: Counts | null;
  readonly place: number | null;
  readonly pointed: number | null;
}

const BARS_PX = HEIGHT_PX - TOP_PX - BAND_PX - AXIS_PX;
const BASE_PX = TOP_PX + BARS_PX;

function Drawing({ width, counts, place, pointed }: DrawingProps) {
  const { history, steps } = useSnapshot(state);
  const told = includedDates(isOpenFor(stepsOfDates(steps as readonly StepEntry[]), useSnapshot(opened).for));
  const all = history.dates;
  const step = Math.max(1, width - LEFT_PX - RIGHT_PX) / all.length;
  const xOf = (at: number): number => LEFT_PX + at * step;
  const bar = Math.max(0.5, step - Math.min(2, step * 0.2));
  const most = counts ? counts.reduce((max, count) => (count > max ? count : max), 0) : 0;
  const bars = (only: (at: number) => boolean): string =>
    Array.from(counts ?? [], (count, at) => {
      if (!only(at) || !(count > 0)) return '';
      const height = Math.max(1, (BARS_PX * count) / most);
      return `M${xOf(at).toFixed(1)} ${BASE_PX}v${(-height).toFixed(1)}h${bar.toFixed(1)}v${height.toFixed(1)}z`;
    }).join('');
  return (
    <>
      <text className="dates-axis" x={LEFT_PX - 6} y={TOP_PX + 9} textAnchor="end">
        {most > 0 ? wholeText(most) : ''}
      </text>
      <text className="dates-axis" x={LEFT_PX - 6} y={BASE_PX} textAnchor="end">
        0
      </text>
      <path className="dates-line" d={`M${LEFT_PX} ${BASE_PX + 0.5}H${width - RIGHT_PX}`} />
      {pointed !== null && (
        <rect className="dates-pointed" x={xOf(pointed)} y={TOP_PX} width={Math.max(1, bar)} height={BARS_PX} />
      )}
      <path
        className="dates-bars"
        data-old={(counts !== null && !areCurrent(counts)) || undefined}
        d={bars((at) => at !== place)}
      />
      {place !== null && (
        <>
          <path className="dates-now" d={bars((at) => at === place)} />
          <path className="dates-mark" d={`M${xOf(place) + bar / 2} ${TOP_PX - 6}V${BASE_PX}`} />
        </>
      )}
      {told < all.length && (
        <rect className="dates-shut" x={xOf(told)} y={TOP_PX} width={(all.length - told) * step} height={BARS_PX} />
      )}
      <CoverageBand xOf={xOf} bar={bar} />
      <Years xOf={xOf} step={step} width={width} />
    </>
  );
}

/** Per date: the share of securities with known filing dates, with estimated ones, and with none. */
function CoverageBand({ xOf, bar }: { readonly xOf: (at: number) => number; readonly bar: number }) {
  const { coverage } = useSnapshot(state).history;
  const top = BASE_PX + 2;
  const parts = coverage.map(({ listed, withStatements, guessed }) => {
    const all = Math.max(1, listed);
    return { sure: (withStatements - guessed) / all, guessed: guessed / all };
  });
  const path = (of: (part: (typeof parts)[number]) => readonly [from: number, share: number]): string =>
    parts
      .map((part, at) => {
        const [from, share] = of(part);
        const [y, height] = [top + BAND_PX * (1 - from - share), BAND_PX * share];
        return share > 0
          ? `M${xOf(at).toFixed(1)} ${y.toFixed(2)}h${bar.toFixed(1)}v${height.toFixed(2)}h${(-bar).toFixed(1)}z`
          : '';
      })
      .join('');
  return (
    <>
      <path className="dates-sure" d={path(({ sure }) => [0, sure])} />
      <path className="dates-guessed" d={path(({ sure, guessed }) => [sure, guessed])} />
    </>
  );
}

/** Year labels where they fit. */
function Years({ xOf, step, width }: { readonly xOf: (at: number) => number; readonly step: number; readonly width: number }) {
  const { dates: all } = useSnapshot(state).history;
  const first = all.flatMap((date, at) => (date.slice(0, 4) === all[at - 1]?.slice(0, 4) ? [] : [at]));
  let free = 0;
  const named = first.filter((at) => {
    const x = xOf(at);
    if (x < free || x + YEAR_PX > width) return false;
    free = x + YEAR_PX;
    return true;
  });
  return (
    <>
      <path className="dates-line" d={first.map((at) => `M${xOf(at) - step * 0.1} ${BASE_PX + BAND_PX + 2}v4`).join('')} />
      {named.map((at) => (
        <text key={at} className="dates-axis" x={xOf(at)} y={HEIGHT_PX - 3}>
          {(all[at] ?? '').slice(0, 4)}
        </text>
      ))}
    </>
  );
}
