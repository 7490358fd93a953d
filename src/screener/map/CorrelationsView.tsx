import './map.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Column, isText } from '../../catalogue/column.ts';
import { useT } from '../../shell/i18n.ts';
import { useShownTheme } from '../../shell/theme.ts';
import { ALL_GROUPS } from '../columns/groups.ts';
import { shownIds } from '../columns/view.ts';
import { makeTints, tintOf } from '../lens/tints.ts';
import { columnOf, state, useAddedColumns } from '../state/store.ts';
import { columnLabel, groupLabel, wholeText } from '../state/words.ts';
import { Room } from '../views/Room.tsx';
import { type CorrelationTable, useCorrelations } from './correlations.ts';
import { Scatter } from './Scatter.tsx';

const SIZE_PX = 720;
const CELL_MAX_PX = 28;

type Place = readonly [across: number, down: number];
/** Where a key moves. */
const MOVES: ReadonlyMap<string, Place> = new Map([
  ['ArrowRight', [1, 0]],
  ['ArrowLeft', [-1, 0]],
  ['ArrowDown', [0, 1]],
  ['ArrowUp', [0, -1]],
]);

/** How every column goes with every other over the present rows; two of them as a scatter. */
export function CorrelationsView() {
  const t = useT();
  const { view, frame } = useSnapshot(state);
  const added = useAddedColumns();
  const [group, setGroup] = useState<Column['group'] | 'all'>('MarketValueRatios');
  const [place, setPlace] = useState<Place>([1, 0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which columns there are depends on what the server and formulas add
  const ids = useMemo(() => mapIds(shownIds(view), group), [view, group, added]);
  const { table, share, fault } = useCorrelations(ids, frame);
  const [xId, yId] = [table?.ids[place[0]], table?.ids[place[1]]];
  return (
    <Room
      title={t('map.title')}
      tools={
        <>
          <select
            aria-label={t('map.columns')}
            value={group}
            onChange={(event) => {
              setGroup(event.target.value as typeof group);
              setPlace([1, 0]);
            }}
          >
            <option value="all">{t('map.all')}</option>
            {ALL_GROUPS.map((each) => (
              <option key={each} value={each}>
                {groupLabel(each)}
              </option>
            ))}
          </select>
          {share !== null && <progress value={share} max={1} aria-label={t('map.progress')} />}
        </>
      }
    >
      {fault !== null && <p className="panel-hint warn">{fault}</p>}
      {ids.length < 2 && <p className="panel-hint">{t('map.few')}</p>}
      {table && (
        <div className="map">
          <div>
            <p className="map-told" role="status">
              {told(table, place, t)}
            </p>
            <Matrix table={table} place={place} onPlace={setPlace} />
            <p className="panel-hint">{t('map.hint')}</p>
          </div>
          {xId !== undefined && yId !== undefined && <Scatter xId={xId} yId={yId} />}
        </div>
      )}
    </Room>
  );
}

function mapIds(shown: readonly string[], group: Column['group'] | 'all'): readonly string[] {
  return shown.filter((id) => {
    const column = columnOf(id);
    return column && !isText(column) && column.unit !== 'date' && (group === 'all' || column.group === group);
  });
}

function told({ ids, coefficients, counts }: CorrelationTable, [across, down]: Place, t: ReturnType<typeof useT>): string {
  const at = down * ids.length + across;
  const coefficient = coefficients[at] ?? Number.NaN;
  return t('map.told', {
    x: columnLabel(ids[across] ?? ''),
    y: columnLabel(ids[down] ?? ''),
    coefficient: Number.isNaN(coefficient) ? '—' : coefficient.toFixed(2),
    rows: wholeText(counts[at] ?? 0),
  });
}

interface MatrixProps {
  readonly table: CorrelationTable;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
}

function Matrix({ table, place, onPlace }: MatrixProps) {
  const t = useT();
  const theme = useShownTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const count = table.ids.length;
  const cell = Math.max(2, Math.min(CELL_MAX_PX, Math.floor(SIZE_PX / count)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const style = getComputedStyle(document.documentElement);
    const tints = makeTints(style.getPropertyValue('--lens-bad'), style.getPropertyValue('--lens-good'), 1);
    context.clearRect(0, 0, count * cell, count * cell);
    for (let down = 0; down < count; down++) {
      for (let across = 0; across < count; across++) {
        const coefficient = table.coefficients[down * count + across] ?? Number.NaN;
        if (Number.isNaN(coefficient)) continue;
        context.fillStyle = tintOf(tints, (coefficient + 1) / 2);
        context.fillRect(across * cell, down * cell, cell, cell);
      }
    }
    context.strokeStyle = style.getPropertyValue('--text');
    context.lineWidth = 1.5;
    context.strokeRect(place[0] * cell + 0.75, place[1] * cell + 0.75, Math.max(3, cell - 1.5), Math.max(3, cell - 1.5));
  }, [table, cell, count, place, theme]);

  const inside = (value: number): number => Math.max(0, Math.min(count - 1, value));
  const press = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onPlace([inside(Math.floor((event.clientX - left) / cell)), inside(Math.floor((event.clientY - top) / cell))]);
  };
  const move = (event: KeyboardEvent): void => {
    const by = MOVES.get(event.key);
    if (!by) return;
    event.preventDefault();
    onPlace([inside(place[0] + by[0]), inside(place[1] + by[1])]);
  };
  return (
    <div
      className="matrix"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it, and what they find is said
      tabIndex={0}
      role="application"
      aria-label={t('map.matrix', { number: wholeText(count) })}
      onKeyDown={move}
    >
      <canvas ref={canvas} width={count * cell} height={count * cell} onPointerDown={press} onPointerMove={press} />
    </div>
  );
}
