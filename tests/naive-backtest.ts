/** A backtest the slow way: every holding is followed close by close, in shares. Nothing here is shared with the product. */

export interface NaiveSecurity {
  /** Day → close as quoted, in US dollars. */
  readonly closes: ReadonlyMap<number, number>;
  readonly actions: readonly { readonly day: number; readonly kind: 'split' | 'dividend'; readonly value: number }[];
  readonly from: number;
  readonly to: number;
  readonly reason: string | null;
  readonly endReturn: number | null;
}

export interface NaiveTrade {
  readonly cost: number;
  readonly turnover: number;
  readonly cash: number;
  readonly weights: Record<number, number>;
  readonly drifted: Record<number, number>;
  readonly fates: Record<number, string>;
}

type Outcome = Record<'low' | 'shown' | 'high', number>;

/** The day on which a security can be traded, looked for in a session and five more. */
function dayOfTrade(one: NaiveSecurity, sessions: readonly number[], session: number): number | null {
  for (const day of sessions.slice(session, session + 6)) if (one.closes.has(day) && day >= one.from && day <= one.to) return day;
  return null;
}

/** US dollars of one share after the close of `end`, bought at the close of `start`. */
function growth(one: NaiveSecurity, start: number, end: number): number {
  let shares = 1;
  let pending = one.actions.filter(({ day }) => day > start && day <= end);
  const days = [...one.closes.keys()]
    .filter((day) => day > start && day <= end && day >= one.from && day <= one.to)
    .sort((a, b) => a - b);
  for (const day of days) {
    const due = pending.filter((action) => action.day <= day);
    pending = pending.filter((action) => action.day > day);
    for (const on of [...new Set(due.map((action) => action.day))].sort((a, b) => a - b)) {
      for (const { kind, value } of due.filter((action) => action.day === on)) if (kind === 'split') shares *= value;
      for (const { kind, value } of due.filter((action) => action.day === on))
        if (kind === 'dividend') shares += (shares * value) / one.closes.get(day)!;
    }
  }
  return (shares * one.closes.get(end)!) / one.closes.get(start)!;
}

function outcome(
  one: NaiveSecurity,
  start: number,
  sessions: readonly number[],
  session: number,
): { fate: string; growth: Outcome } {
  const sold = dayOfTrade(one, sessions, session);
  const same = (value: number): Outcome => ({ low: value, shown: value, high: value });
  if (sold !== null) return { fate: 'sold', growth: same(growth(one, start, sold)) };
  const listed = [...one.closes.keys()].filter((day) => day >= one.from && day <= one.to);
  const last = Math.max(...listed.filter((day) => day < sessions[session]!));
  const value = growth(one, start, last);
  if (listed.some((day) => day > last)) return { fate: 'stale', growth: same(value) };
  // The sessions end before the search does: nothing says that no close will come.
  if (session + 5 >= sessions.length && one.to > sessions.at(-1)!) return { fate: 'stale', growth: same(value) };
  if (one.endReturn !== null) return { fate: 'ended', growth: same(value * (1 + one.endReturn)) };
  return { fate: 'unknown', growth: { low: 0, shown: value * (one.reason === 'merged' ? 1 : 0.7), high: value } };
}

/** Rows of each trade are given with their targets; the last trade sells all. */
export function naiveBacktest(
  securities: readonly NaiveSecurity[],
  sessions: readonly number[],
  trades: readonly { readonly session: number; readonly targets: ReadonlyMap<number, number> }[],
  cost: number,
): { curves: Record<keyof Outcome, number[]>; trades: NaiveTrade[] } {
  const curves: Record<keyof Outcome, number[]> = { low: [], shown: [], high: [] };
  const records: NaiveTrade[] = [];
  for (const curve of ['low', 'shown', 'high'] as const) {
    let value = 1;
    let dollars: Record<number, number> = {};
    trades.forEach(({ session, targets }, i) => {
      const isLast = i === trades.length - 1;
      const before = Object.fromEntries(Object.entries(dollars).map(([id, amount]) => [id, amount / value]));
      const weights: Record<number, number> = {};
      const starts: Record<number, number> = {};
      for (const [id, weight] of isLast ? [] : targets) {
        const day = dayOfTrade(securities[id]!, sessions, session);
        if (day === null || weight === 0) continue;
        weights[id] = weight;
        starts[id] = day;
      }
      const ids = new Set([...Object.keys(before), ...Object.keys(weights)].map(Number));
      let moved = 0;
      for (const id of ids) moved += Math.abs((weights[id] ?? 0) - (before[id] ?? 0));
      const cash = 1 - Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      const fates: Record<number, string> = {};
      if (!isLast) curves[curve].push(value);
      value -= value * cost * moved;
      if (isLast) curves[curve].push(value);
      dollars = {};
      let after = value * cash;
      const next = trades[i + 1];
      if (next)
        for (const [key, weight] of Object.entries(weights)) {
          const id = Number(key);
          const end = outcome(securities[id]!, starts[id]!, sessions, next.session);
          const amount = value * weight * end.growth[curve];
          fates[id] = end.fate;
          after += amount;
          if (end.fate === 'sold') dollars[id] = amount;
        }
      if (curve === 'shown') records.push({ cost: cost * moved, turnover: moved / 2, cash, weights, drifted: before, fates });
      if (next) value = after;
    });
  }
  return { curves, trades: records };
}
