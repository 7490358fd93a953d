/** Percentiles of whole columns, requested on demand and cached while valid. */
import { type Events, makeListeners } from '../../shell/listeners.ts';
import { engine } from '../state/engine.ts';
import type { Frame, LensScope } from '../state/store.ts';
import { onColumnsVoid } from '../state/values.ts';
import { warn } from '../state/warn.ts';

interface Ranks {
  /** Validity: the rows of a frame for scope `rows`, else a table version. */
  readonly of: object | number;
  readonly columns: Map<string, Float32Array>;
}

/** Maximum of concurrent requests. */
const FLYING_MAX = 2;

const ranks = new Map<LensScope, Ranks>();
const flying = new Set<string>();
const arrivals = makeListeners<[ids: readonly string[]]>();
/** Wanted columns by requester: the grid or a row's detail. */
const wanted = new Map<string, { readonly scope: LensScope; readonly ids: readonly string[]; readonly frame: Frame }>();

onColumnsVoid((ids) => {
  for (const { columns } of ranks.values()) for (const id of ids) columns.delete(id);
});

function stamp(scope: LensScope, frame: Frame): object | number {
  return scope === 'rows' ? frame.rows : frame.version;
}

/** Percentile (0 … 1) by table row; those of the previous rows until the present ones arrive. */
export function percentilesOf(scope: LensScope, id: string): Float32Array | undefined {
  return ranks.get(scope)?.columns.get(id);
}

export const percentileArrivals: Events<[ids: readonly string[]]> = arrivals;

/** Requests columns; replaces the requester's earlier request. */
export function wantPercentiles(asker: 'grid' | 'row', scope: LensScope, ids: readonly string[], frame: Frame): void {
  wanted.set(asker, { scope, ids, frame });
  fetchWanted();
}

export function wantNoPercentiles(asker: 'grid' | 'row'): void {
  wanted.delete(asker);
}

function fetchWanted(): void {
  for (const { scope, ids, frame } of wanted.values()) {
    for (const id of ids) {
      if (flying.size >= FLYING_MAX) return;
      const known = ranks.get(scope);
      if (flying.has(`${scope} ${id}`) || (known?.of === stamp(scope, frame) && known.columns.has(id))) continue;
      fetchColumn(scope, id, frame);
    }
  }
}

function fetchColumn(scope: LensScope, id: string, frame: Frame): void {
  const key = `${scope} ${id}`;
  flying.add(key);
  engine()
    .ask('percentiles', { id, scope, stepCount: frame.stepCount })
    .done.then(
      ({ version, values }) => {
        flying.delete(key);
        if (version === frame.version) keep(scope, id, frame, values);
        fetchWanted();
      },
      (error: unknown) => {
        flying.delete(key);
        warn(error);
      },
    );
}

function keep(scope: LensScope, id: string, frame: Frame, values: Float32Array): void {
  const of = stamp(scope, frame);
  const known = ranks.get(scope);
  if (known?.of === of) known.columns.set(id, values);
  else ranks.set(scope, { of, columns: new Map([[id, values]]) });
  arrivals.tell([id]);
}
