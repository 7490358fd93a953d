import { describe, expect, it } from 'vitest';
import type { Market } from '../../../src/engine/backtest/market.ts';
import { Periods } from '../../../src/engine/backtest/periods.ts';
import type { Rebalancing } from '../../../src/engine/backtest/schedule.ts';
import { CURVES, type Selection, simulate } from '../../../src/engine/backtest/simulate.ts';
import { type NaiveSecurity, naiveBacktest } from '../../naive-backtest.ts';
import { Random } from '../../random.ts';
import { priceHistory } from './priceHistory.ts';

const HOLDS = 10_000;
const noInterest = { cashReturn: () => 0 };

interface World {
  readonly securities: NaiveSecurity[];
  readonly sessions: number[];
  readonly trades: { session: number; snapshot: number; targets: Map<number, number> }[];
  readonly cost: number;
}

function world(seed: number): World {
  const random = new Random(seed);
  const next = (): number => random.next();
  const whole = (below: number): number => random.below(below);
  const sessions: number[] = [];
  for (let day = 18_000 + whole(10); sessions.length < 12 + whole(50); day += 1 + whole(3)) sessions.push(day);
  const securities = Array.from({ length: 1 + whole(6) }, (): NaiveSecurity => {
    const from = next() < 0.8 ? 0 : sessions[whole(sessions.length)]!;
    const to = next() < 0.7 ? Number.POSITIVE_INFINITY : sessions[whole(sessions.length)]!;
    const gaps = next() < 0.5 ? 0 : next() * 0.6;
    const closes = new Map<number, number>();
    for (const day of sessions) if (next() >= gaps) closes.set(day, 1 + whole(20_000) / 100);
    const actions = Array.from({ length: whole(4) }, () => {
      const kind = next() < 0.5 ? ('split' as const) : ('dividend' as const);
      return {
        day: sessions[0]! + whole(sessions.at(-1)! - sessions[0]!),
        kind,
        value: kind === 'split' ? [2, 0.1, 1.5][whole(3)]! : next(),
      };
    });
    const reason = ['merged', 'delisted', 'bankrupt', null][whole(4)]!;
    return { closes, actions, from, to: Math.max(from, to), reason, endReturn: next() < 0.5 ? null : next() * 1.5 - 1 };
  });
  const trades: World['trades'] = [];
  for (let session = whole(4); session < sessions.length; session += 1 + whole(12)) {
    const targets = new Map<number, number>();
    for (const id of securities.keys()) if (next() < 0.6) targets.set(id, next() < 0.1 ? 0 : next() / securities.length);
    trades.push({ session, snapshot: sessions[session]!, targets });
  }
  return { securities, sessions, trades, cost: next() < 0.3 ? 0 : next() / 50 };
}

function marketOf({ securities, sessions }: Pick<World, 'securities' | 'sessions'>): Market {
  return {
    sessions: Int32Array.from(sessions),
    histories: securities.map(({ closes, actions, from, to, reason, endReturn }) =>
      priceHistory(
        {
          days: Int32Array.from(closes.keys()),
          closes: Float64Array.from(closes.values()),
          rates: new Float64Array(closes.size).fill(1),
        },
        actions.map((action) => ({ ...action, isConfirmed: true })),
        [{ from, to, reason: reason as 'merged', endReturn }],
      ),
    ),
  };
}

function selecting(trades: World['trades']): (date: Rebalancing) => Selection {
  return ({ snapshot }) => {
    const { targets } = trades.find((trade) => trade.snapshot === snapshot)!;
    return { securities: [...targets.keys()], target: { weights: Float64Array.from(targets.values()), infeasible: [] } };
  };
}

const run = (given: World) =>
  simulate(new Periods(marketOf(given), noInterest.cashReturn), given.trades, selecting(given.trades), {
    cost: given.cost,
    ...noInterest,
  });

function expectClose(found: number, wanted: number, what: string): void {
  if (!(Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))))
    throw new Error(`${what}: ${found}, the naive twin has ${wanted}`);
}

describe('simulate', () => {
  it(`agrees with a naive twin in every field of ${HOLDS} random holds`, () => {
    const fates = new Set<string>();
    for (let seed = 1; seed <= HOLDS; seed++) {
      const given = world(seed);
      const found = run(given);
      const wanted = naiveBacktest(given.securities, given.sessions, given.trades, given.cost);
      for (const curve of CURVES)
        for (const [i, value] of wanted.curves[curve].entries())
          expectClose(found.curves[curve][i]!, value, `seed ${seed}, ${curve} ${i}`);
      for (const [i, trade] of wanted.trades.entries()) {
        const own = found.trades[i]!;
        for (const name of ['cost', 'turnover', 'cash'] as const)
          expectClose(own[name], trade[name], `seed ${seed}, trade ${i}, ${name}`);
        for (const name of ['weights', 'drifted'] as const) {
          // After a total loss shares are undefined.
          const entries = Object.entries(trade[name]).filter(([, value]) => !Number.isNaN(value));
          expect([...own[name].keys()].map(String).sort(), `seed ${seed}, trade ${i}, ${name}`).toEqual(
            entries.map(([id]) => id).sort(),
          );
          for (const [id, value] of entries)
            expectClose(own[name].get(Number(id))!, value, `seed ${seed}, trade ${i}, ${name} of ${id}`);
        }
        const wanting = i === wanted.trades.length - 1 ? [] : [...given.trades[i]!.targets].filter(([, weight]) => weight > 0);
        expect(own.notFound, `seed ${seed}, trade ${i}, not found`).toEqual(
          wanting.map(([id]) => id).filter((id) => !(id in trade.weights)),
        );
        for (const [id, fate] of Object.entries(trade.fates)) {
          fates.add(fate);
          expect(own.returns.get(Number(id))!.fate, `seed ${seed}, trade ${i}, ${id}`).toBe(fate);
        }
      }
    }
    expect([...fates].sort()).toEqual(['ended', 'sold', 'stale', 'unknown']);
  });

  it('gives weights and cash that add up to 1 at every trade', () => {
    for (let seed = 1; seed <= 300; seed++)
      for (const { weights, cash } of run(world(seed)).trades)
        expect([...weights.values()].reduce((sum, weight) => sum + weight, cash)).toBeCloseTo(1, 12);
  });

  it('gives the same curves for doubled prices, and for a split of 2:1 with its action', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const given = world(seed);
      const curves = run(given).curves.shown;
      const doubled = given.securities.map((one) => ({
        ...one,
        closes: new Map([...one.closes].map(([day, close]) => [day, close * 2])),
        actions: one.actions.map((action) => (action.kind === 'split' ? action : { ...action, value: action.value * 2 })),
      }));
      const ex = given.sessions[Math.floor(given.sessions.length / 2)]!;
      const halved = given.securities.map((one) => ({
        ...one,
        closes: new Map([...one.closes].map(([day, close]) => [day, day >= ex ? close / 2 : close])),
        actions: [
          ...one.actions.map((action) =>
            action.kind === 'dividend' && action.day >= ex ? { ...action, value: action.value / 2 } : action,
          ),
          { day: ex, kind: 'split' as const, value: 2 },
        ],
      }));
      // A dividend from before the split that is reinvested after it counts in old shares there: not this property.
      const isPlain = given.securities.every((one) =>
        one.actions.every(({ kind, day }) => kind === 'split' || one.closes.has(day)),
      );
      for (const securities of isPlain ? [doubled, halved] : [doubled])
        for (const [i, value] of run({ ...given, securities }).curves.shown.entries())
          expectClose(value, curves[i]!, `seed ${seed}`);
    }
  });

  it('earns what a held share earns if nothing is traded and there are no costs', () => {
    const closes = new Map([10, 11, 12, 13, 14].map((day, i) => [day, [50, 55, 44, 66, 60][i]!]));
    const one = {
      closes,
      actions: [{ day: 12, kind: 'dividend' as const, value: 4.4 }],
      from: 0,
      to: Number.POSITIVE_INFINITY,
      reason: null,
      endReturn: null,
    };
    const trades = [0, 1, 2, 3, 4].map((session) => ({ session, snapshot: 10 + session, targets: new Map([[0, 1]]) }));
    const { curves } = run({ securities: [one], sessions: [10, 11, 12, 13, 14], trades, cost: 0 });
    // One share of 50, 1.1 shares from day 12 on: 1.1 × 60 ÷ 50.
    expect(curves.shown.at(-1)).toBeCloseTo(1.32, 12);
  });

  it('trades nothing once everything is lost', () => {
    const price = (days: readonly number[]) => new Map(days.map((day) => [day, 10]));
    const alive = {
      closes: price([10, 11, 12, 13]),
      actions: [],
      from: 0,
      to: Number.POSITIVE_INFINITY,
      reason: null,
      endReturn: null,
    };
    const dead = { ...alive, closes: price([10, 11]), to: 11, endReturn: -1 };
    const trades = [0, 2, 3].map((session, i) => ({ session, snapshot: 10 + session, targets: new Map([[i === 0 ? 1 : 0, 1]]) }));
    const found = run({ securities: [alive, dead], sessions: [10, 11, 12, 13], trades, cost: 0.01 });
    expect([...found.curves.shown]).toEqual([1, 0, 0]);
    expect(found.trades.map(({ turnover, cost }) => [turnover, cost])).toEqual([
      [0.5, 0.01],
      [0, 0],
      [0, 0],
    ]);
  });

  it('changes no period before a corrupted price', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const given = world(seed);
      const at = Math.floor(given.trades.length / 2);
      const last = given.sessions[Math.min(given.trades[at]!.session + 5, given.sessions.length - 1)]!;
      const spoiled = given.securities.map((one) => ({
        ...one,
        closes: new Map([...one.closes].map(([day, close]) => [day, day > last ? close * 7 : close])),
        actions: one.actions.filter(({ day }) => day <= last),
      }));
      const curves = run(given).curves.shown.slice(0, at);
      expect([...run({ ...given, securities: spoiled }).curves.shown.slice(0, at)]).toEqual([...curves]);
    }
  });

  it('uses the quoted prices for the low curve if a jump may be an unconfirmed split', () => {
    const jump = { day: 12, kind: 'split' as const, value: 4, isConfirmed: false };
    const days = Int32Array.of(10, 11, 12);
    const history = priceHistory(
      { days, closes: Float64Array.of(400, 400, 110), rates: Float64Array.of(1, 1, 1) },
      [jump],
      [{ from: 0, to: Number.POSITIVE_INFINITY, reason: null, endReturn: null }],
    );
    const dates = [10, 12].map((snapshot) => ({ snapshot, session: snapshot - 10 }));
    const select = () => ({ securities: [0], target: { weights: Float64Array.of(1), infeasible: [] } });
    const { curves } = simulate(new Periods({ sessions: days, histories: [history] }, noInterest.cashReturn), dates, select, {
      cost: 0,
      ...noInterest,
    });
    expect(CURVES.map((curve) => curves[curve][1])).toEqual([0.275, 1.1, 1.1]);
  });
});
