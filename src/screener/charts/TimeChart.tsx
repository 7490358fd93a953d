import './charts.css';
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { locale } from '../../shell/i18n.ts';
import { clampIndex } from '../frame/clamp.ts';
import { useWidth } from '../frame/useWidth.ts';
import {
  areaPath,
  type Extent,
  extentOf,
  linearScale,
  linePath,
  logScale,
  nearestAt,
  padded,
  type Scale,
  type TimeTick,
  timeTicks,
} from './scale.ts';

export interface Series {
  readonly name: string;
  /** CSS class of the line: color and dashes. */
  readonly look: string;
  readonly values: ArrayLike<number>;
}

interface TimeChartProps {
  readonly label: string;
  /** Days since 1970-01-01 in ascending order. */
  readonly days: ArrayLike<number>;
  readonly series?: readonly Series[];
  readonly band?: { readonly low: ArrayLike<number>; readonly high: ArrayLike<number> } | undefined;
  readonly area?: Series | undefined;
  readonly bars?: Series | undefined;
  readonly height: number;
  readonly isLog?: boolean;
  /** Always within the axis; its line is emphasised. */
  readonly base: number;
  readonly write: (value: number) => string;
  readonly cursor: number | null;
  readonly onCursor: (at: number | null) => void;
  /** Extends the axis past the last point and labels the gap. */
  readonly shut?: { readonly until: number; readonly label: string } | undefined;
  readonly hasTimeAxis?: boolean;
  /** Called on a click or Enter on a point. */
  readonly onChoose?: (at: number) => void;
}

const LEFT_PX = 4;
const RIGHT_PX = 52;
const TOP_PX = 6;
const AXIS_PX = 18;
const TICK_ROOM_PX = 34;
const TIME_TICK_ROOM_PX = 48;
/** Points moved by Page Up and Page Down, and by arrows with Shift. */
const LEAP = 12;

interface Frame {
  readonly xs: readonly number[];
  readonly y: Scale;
  readonly times: readonly (TimeTick & { readonly x: number })[];
  readonly right: number;
  readonly end: number;
  readonly bottom: number;
}

function frameOf(props: TimeChartProps, width: number): Frame {
  const { days, series = [], band, area, bars, height, isLog = false, base, shut, hasTimeAxis = true } = props;
  const values = [...series.map((each) => each.values), ...(band ? [band.low, band.high] : [])];
  if (area) values.push(area.values);
  if (bars) values.push(bars.values);
  const found = extentOf([...values, [base]]);
  const positive = extentOf(values.map((each) => Array.from(each).filter((value) => value > 0)));
  const extent: Extent = isLog ? [positive[0] * 0.96, positive[1] * 1.04] : padded(found);
  const right = Math.max(width - RIGHT_PX, LEFT_PX + 1);
  const bottom = height - (hasTimeAxis ? AXIS_PX : 4);
  const first = days[0] ?? 0;
  const end = Math.max(days[days.length - 1] ?? first, shut?.until ?? first);
  const at = (day: number): number => LEFT_PX + ((day - first) / (end - first || 1)) * (right - LEFT_PX);
  const scale = isLog ? logScale : linearScale;
  return {
    xs: Array.from(days, at),
    y: scale(extent, bottom, TOP_PX, Math.max(2, Math.floor((bottom - TOP_PX) / TICK_ROOM_PX))),
    times: timeTicks(first, end, Math.max(2, Math.floor(right / TIME_TICK_ROOM_PX))).map((tick) => ({
      ...tick,
      x: at(tick.day),
    })),
    right,
    end: at(days[days.length - 1] ?? first),
    bottom,
  };
}

/** Time series with axes and a cursor controlled by pointer and arrow keys. */
export function TimeChart(props: TimeChartProps) {
  const { label, days, series = [], band, area, bars, height, base, write, cursor, onCursor, shut, onChoose } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = useMemo(() => frameOf(props, width), [props, width]);
  const { xs, y, right, end, bottom } = frame;
  const point = (event: PointerEvent<HTMLElement>): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onCursor(xs.length > 0 ? nearestAt(xs, x) : null);
  };
  const zero = y.at(base);
  return (
    <div
      ref={box}
      className="chart"
      dir="ltr"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its cursor, which is announced
      tabIndex={0}
      role="application"
      aria-label={label}
      style={{ blockSize: height }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onCursor(null)}
      onClick={() => cursor !== null && onChoose?.(cursor)}
      onKeyDown={(event) => moved(event, days.length, cursor, onCursor, onChoose)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <Axes frame={frame} write={write} hasTimeAxis={props.hasTimeAxis ?? true} />
          {shut && <rect className="chart-shut" x={end} y={TOP_PX} width={Math.max(0, right - end)} height={bottom - TOP_PX} />}
          <line className="chart-base" x1={LEFT_PX} x2={right} y1={zero} y2={zero} />
          {band && <path className="chart-band" d={areaPath(xs, band.high, band.low, y.at)} />}
          {area && (
            <>
              <path
                className={`chart-area ${area.look}`}
                d={areaPath(
                  xs,
                  area.values,
                  Array.from(area.values, () => base),
                  y.at,
                )}
              />
              <path className={`chart-line ${area.look}`} d={linePath(xs, area.values, y.at)} />
            </>
          )}
          {bars && <Bars bars={bars} frame={frame} zero={zero} />}
          {series.map(({ name, look, values }) => (
            <path key={name} className={`chart-line ${look}`} d={linePath(xs, values, y.at)} />
          ))}
          {cursor !== null && xs[cursor] !== undefined && (
            <>
              <line className="chart-cursor" x1={xs[cursor]} x2={xs[cursor]} y1={TOP_PX} y2={bottom} />
              {series.map(({ name, look, values }) =>
                Number.isFinite(values[cursor]) ? (
                  <circle key={name} className={`chart-dot ${look}`} cx={xs[cursor]} cy={y.at(values[cursor]!)} r={3} />
                ) : null,
              )}
            </>
          )}
        </svg>
      )}
      {shut && width > 0 && right - end > 48 && (
        <span className="chart-shut-label quiet" style={{ insetInlineStart: end + 4, maxInlineSize: right - end - 8 }}>
          {shut.label}
        </span>
      )}
    </div>
  );
}

function moved(
  event: KeyboardEvent,
  count: number,
  cursor: number | null,
  onCursor: (at: number | null) => void,
  onChoose?: (at: number) => void,
): void {
  const step = event.shiftKey ? LEAP : 1;
  const here = cursor ?? count - 1;
  const next = new Map([
    ['ArrowRight', cursor === null ? 0 : here + step],
    ['ArrowLeft', cursor === null ? count - 1 : here - step],
    ['PageUp', here + LEAP],
    ['PageDown', here - LEAP],
    ['Home', 0],
    ['End', count - 1],
  ]).get(event.key);
  if (event.key === 'Enter' && cursor !== null && onChoose) {
    event.preventDefault();
    onChoose(cursor);
  } else if (event.key === 'Escape' && cursor !== null) {
    event.preventDefault();
    onCursor(null);
  } else if (next !== undefined && count > 0 && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    onCursor(clampIndex(next, count));
  }
}

function Bars({ bars, frame: { xs, y }, zero }: { readonly bars: Series; readonly frame: Frame; readonly zero: number }) {
  const room = xs.length > 1 ? (xs.at(-1)! - xs[0]!) / (xs.length - 1) : 8;
  const width = Math.max(1, Math.min(10, room * 0.7));
  return xs.map((x, i) => {
    const value = bars.values[i]!;
    if (!Number.isFinite(value)) return null;
    const top = Math.min(y.at(value), zero);
    return (
      <rect
        key={x}
        className={`chart-bar ${value < 0 ? 'look-bad' : 'look-good'}`}
        x={x - width / 2}
        y={top}
        width={width}
        height={Math.max(0.5, Math.abs(y.at(value) - zero))}
      />
    );
  });
}

function Axes({
  frame,
  write,
  hasTimeAxis,
}: {
  readonly frame: Frame;
  readonly write: (value: number) => string;
  readonly hasTimeAxis: boolean;
}) {
  const { y, times, right, bottom } = frame;
  const month = new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' });
  return (
    <g className="chart-axes">
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT_PX} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
          <text x={right + 6} y={y.at(tick) + 3.5}>
            {write(tick)}
          </text>
        </g>
      ))}
      {times.map(({ day, year, month: number, x }) => (
        <g key={day}>
          <line x1={x} x2={x} y1={TOP_PX} y2={bottom} />
          {hasTimeAxis && (
            <text className="chart-time" x={x} y={bottom + 13}>
              {number === 1 ? String(year) : month.format(Date.UTC(year, number - 1, 1))}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
