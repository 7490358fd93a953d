import { describe, expect, it } from 'vitest';
import { columnPercentiles } from '../../../src/engine/answers/percentile.ts';
import { trace } from '../../../src/engine/answers/trace.ts';
import { traceReport } from '../../../src/engine/answers/traceReport.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import type { Verdict } from '../../../src/engine/steps/kind.ts';
import type { Condition, Step } from '../../../src/engine/steps/registry.ts';
import { parseScreen, printScreen } from '../../../src/engine/steps/text.ts';
import { naiveFlags } from '../../naive-flags.ts';
import { naiveScreen, naiveSecurities } from '../../naive-screen.ts';
import type { Security } from '../../naive-security.ts';
import { naiveVerdict } from '../../naive-steps.ts';
import { Random } from '../../random.ts';
import { randomScreen } from '../../random-screen.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(61, 2, 120);
const securities = naiveSecurities(wire);
const table = await loadTable(wireSource(wire));
const valuesOf = (id: string) => securities.slice(0, 60).map((security) => security[id] ?? Number.NaN);

const CONDITIONS: readonly string[] = ['filter', 'presence', 'versus', 'median', 'percentile', 'group'];

/** The verdict of each step on a security that is put back after every step that drops it; null where only a condition can give the reason. */
function naiveTrace(steps: readonly Step[], traced: Security): (Verdict | 'out')[] {
  let present: readonly Security[] = securities;
  return steps.map((step) => {
    const input = present;
    const output = naiveScreen(securities, [step], input);
    if (output.includes(traced)) {
      present = output;
      return 'passes';
    }
    const kept = new Set([...output, traced]);
    present = step.operatorType === 'rank' ? [...output, traced] : input.filter((each) => kept.has(each));
    if (!CONDITIONS.includes(step.operatorType)) return 'out';
    return naiveVerdict(traced, step as Condition, securities, input) === null ? 'lacks' : 'fails';
  });
}

describe('where a security is', () => {
  it('is the trace, and its later steps equal a rerun that puts the row back, for 1,000 random pairs', () => {
    const random = new Random(1);
    let later = 0;
    for (let round = 0; round < 1000; round++) {
      const steps = randomScreen(random, valuesOf);
      const row = random.below(table.rowCount);
      const found = traceReport(table, steps, row);
      expect(found).toMatchObject(trace(table, steps, row));
      const verdicts = naiveTrace(steps, securities[row]!);
      const left = verdicts.findIndex((verdict) => verdict !== 'passes');
      expect(found.leftAt, printScreen(steps)).toBe(left === -1 ? null : left);
      if (left === -1) expect(found.later).toEqual([]);
      else {
        const expected = verdicts.slice(left + 1);
        expect(
          found.later.map((verdict, place) => (expected[place] === 'out' && verdict !== 'passes' ? 'out' : verdict)),
        ).toEqual(expected);
        later += expected.length;
      }
    }
    expect(later).toBeGreaterThan(500);
  });

  it('names the flags of a number where none are allowed, as their definitions say', () => {
    const seen = new Set<string>();
    for (const id of ['priceToEarningsRatio', 'enterpriseValueToEbitda', 'debtToEquityRatio', 'returnOnEquity', 'close']) {
      for (const row of table.rows) {
        const { leftAt, cause, lineage } = traceReport(table, parseScreen(`${id} without flags`), row);
        const flags = naiveFlags(securities[row]!, id, securities);
        if (leftAt === null || cause.length > 0) expect(lineage).toBeNull();
        else expect([...new Set(lineage?.findings.map(({ flag }) => flag))].sort(), `${id} of ${row}`).toEqual([...flags].sort());
        for (const flag of lineage?.findings ?? []) seen.add(flag.flag);
      }
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  it('gives the percentile of the number and of the bound, which is that of a row with that value', () => {
    const percentiles = columnPercentiles(table, 'beta', 'universe', table.rows);
    const betas = table.numbers('beta')!;
    const rows = [...table.rows].filter((row) => !Number.isNaN(betas[row]!)).sort((a, b) => betas[a]! - betas[b]!);
    const [low, bound] = [rows[3]!, rows[40]!];
    const found = traceReport(table, parseScreen(`beta >= ${betas[bound]}`), low);
    expect(found).toMatchObject({
      leftAt: 0,
      value: betas[low],
      needed: betas[bound],
      facts: [{ id: 'beta', value: betas[low] }],
    });
    expect(found.percentile).toBeCloseTo(percentiles[low]!, 6);
    expect(found.neededPercentile).toBeCloseTo(percentiles[bound]!, 6);
  });

  it('gives the number needed for a multiple, a median and a percentile', () => {
    const betas = table.numbers('beta')!;
    const rows = [...table.rows].filter((row) => !Number.isNaN(betas[row]!)).sort((a, b) => betas[a]! - betas[b]!);
    const low = rows.find((row) => betas[row]! > 0)!;
    expect(traceReport(table, parseScreen('beta >= 2 * beta'), low).needed).toBe(2 * betas[low]!);
    const middle = rows.length / 2;
    const median =
      rows.length % 2 === 1 ? betas[rows[(rows.length - 1) / 2]!]! : (betas[rows[middle - 1]!]! + betas[rows[middle]!]!) / 2;
    expect(traceReport(table, parseScreen('beta >= median in universe'), low).needed).toBeCloseTo(median, 6);
    const share = traceReport(table, parseScreen('percentile of beta >= 90%'), low);
    expect(share).toMatchObject({ needed: 0.9, neededPercentile: 0.9 });
    expect(share.percentile).toBeCloseTo(columnPercentiles(table, 'beta', 'universe', table.rows)[low]!, 6);
  });

  it('gives the distance in rank of a row from a slice or a top', () => {
    const sorted = applySteps(table, parseScreen('beta is present | sort beta desc'), null).rows;
    const steps = parseScreen('beta is present | sort beta desc | rows 11..20');
    const input = sorted.length;
    expect(traceReport(table, steps, sorted[24]!)).toMatchObject({ leftAt: 2, rank: 25, kept: 10, among: input, missedBy: 5 });
    expect(traceReport(table, steps, sorted[4]!)).toMatchObject({ leftAt: 2, rank: 5, kept: 10, among: input, missedBy: 6 });
    const top = parseScreen('top 10 beta');
    expect(traceReport(table, top, sorted[22]!)).toMatchObject({ leftAt: 0, rank: 23, kept: 10, among: input, missedBy: 13 });
  });

  it('reports each filter of a group, and what the missing value depends on', () => {
    const betas = table.numbers('beta')!;
    const row = [...table.rows].find((each) => Number.isNaN(betas[each]!))!;
    const found = traceReport(table, parseScreen('all of (beta >= 0, symbol is present, symbol = "")'), row);
    expect(found.members).toEqual(['lacks', 'passes', 'fails']);
    const lacking = traceReport(table, parseScreen('beta >= 0'), row);
    expect(lacking).toMatchObject({ leftAt: 0, cause: ['beta'], causes: [{ id: 'beta', value: null }], percentile: null });
  });

  it('gives the number needed in the currency of the row: the nearer bound that it misses', async () => {
    const rows = [
      [100, 1, 1.5],
      [100, 0.5, 2.5],
      [Number.NEGATIVE_INFINITY, 1, 3],
    ];
    const fields = [
      ['A', 'USD', 'Energy'],
      ['B', 'EUR', null],
      ['C', 'EUR', 'Energy'],
    ];
    const header = ['symbol', 'currency', 'sector'];
    const small = await loadTable(wireSource([{ country: 'US', columns: ['close', 'usdRate', 'beta'], header, rows, fields }]));
    const needed = (text: string): (number | null)[] => [0, 1, 2].map((row) => traceReport(small, parseScreen(text), row).needed);
    expect(needed('close >= 200')).toEqual([200, 400, null]);
    expect(needed('close >= 200 EUR')).toEqual([null, 200, null]);
    expect(needed('close between 120 EUR and 300 EUR')).toEqual([null, 120, null]);
    expect(needed('beta between 2 and 2.2')).toEqual([2, 2.2, 2.2]);
    expect(needed('beta not between 1 and 2.6')).toEqual([1, 2.6, null]);
    expect(needed('beta >= 4')).toEqual([4, 4, 4]);
    expect(needed('close >= 3 * median in universe')).toEqual([225, 450, null]);
    expect(needed('beta <= 0.5 * beta')).toEqual([0.75, 1.25, 1.5]);
    expect(needed('symbol = X')).toEqual([null, null, null]);
    expect(needed('sector is missing')).toEqual([null, null, null]);
    const all = traceReport(small, parseScreen('close >= 200'), 1);
    // 100 EUR are 50 dollars: the lower of two amounts; no amount is above 200 dollars.
    expect([all.percentile, all.neededPercentile]).toEqual([0.25, 1]);
    const scoped = traceReport(small, parseScreen('percentile of beta in sector >= 90%'), 0);
    expect([scoped.percentile, scoped.needed]).toEqual([0.25, 0.9]);
    const behind = traceReport(small, parseScreen('symbol in (A, B) | percentile of beta in rows >= 90%'), 0);
    expect([behind.percentile, behind.leftAt]).toEqual([0.25, 1]);
    const facts = traceReport(small, parseScreen('sector = Energy'), 1);
    expect(facts.facts).toEqual([{ id: 'sector', value: null }]);
    expect(traceReport(small, parseScreen('sector != Energy'), 0).facts).toEqual([{ id: 'sector', value: 'Energy' }]);
  });

  it('gives the number of ranked rows: the incoming ones of its group with a value', () => {
    const sectors = table.text('sector')!;
    const betas = table.numbers('beta')!;
    const steps = parseScreen('symbol != CA1 | top 1 beta in sector');
    const input = applySteps(table, steps.slice(0, 1), null).rows;
    const left = input.filter((row) => sectors.codes[row] !== 0 && !Number.isNaN(betas[row]!));
    let met = 0;
    for (const row of left) {
      const found = traceReport(table, steps, row);
      if (found.leftAt !== 1) continue;
      const rivals = left.filter((each) => sectors.codes[each] === sectors.codes[row]);
      expect(found).toMatchObject({ among: rivals.length, kept: 1, missedBy: found.rank! - 1 });
      expect(found.rank).toBe(
        1 + rivals.filter((each) => betas[each]! > betas[row]! || (betas[each] === betas[row] && each < row)).length,
      );
      met++;
    }
    expect(met).toBeGreaterThan(30);
  });

  it('has no rank without a value; a row that a rank leaves out comes last', () => {
    const betas = table.numbers('beta')!;
    const lacking = table.rows.find((row) => Number.isNaN(betas[row]!))!;
    expect(traceReport(table, parseScreen('top 3 beta'), lacking)).toMatchObject({
      leftAt: 0,
      rank: null,
      among: null,
      missedBy: null,
    });
    const present = table.rows.filter((row) => !Number.isNaN(betas[row]!)).length;
    const later = (text: string): readonly Verdict[] =>
      traceReport(table, parseScreen(`rank by (beta asc missing drop) | ${text}`), lacking).later;
    expect(later(`rows 1..${present}`)).toEqual(['fails']);
    expect(later(`rows 1..${present + 1}`)).toEqual(['passes']);
    expect(later(`rows 1..${present} | rank by (beta desc missing drop) | rows ${present + 1}..${present + 1}`)).toEqual([
      'fails',
      'lacks',
      'passes',
    ]);
  });
});
