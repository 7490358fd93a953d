import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTERVALS } from '../../../src/engine/backtest/schedule.ts';
import { DEFAULT_HOLD, type Hold, holdColumns, printHold, readHold, seesHold } from '../../../src/engine/steps/hold.ts';
import { Reader } from '../../../src/engine/steps/reader.ts';
import { Random } from '../../random.ts';

const DAY = 86_400_000;

function read(text: string): Hold {
  const reader = new Reader(text);
  const hold = readHold(reader);
  reader.skipSpace();
  expect(reader.at).toBe(text.length);
  return hold;
}

describe('the text of a hold', () => {
  it('reads every clause', () => {
    const text =
      'hold every quarter since 2010-01-31 until 2024-12-31 delay 2 cost 12.5bp weight inverse `odd column` cap 5% cap 25% per sector keep while rank <= 80';
    expect(read(text)).toEqual({
      every: 'quarter',
      since: Date.UTC(2010, 0, 31) / DAY,
      until: Date.UTC(2024, 11, 31) / DAY,
      delay: 2,
      costBp: 12.5,
      weighting: { kind: 'inverse', columnId: 'odd column' },
      rowCap: 0.05,
      groupCap: { share: 0.25, by: 'sector' },
      keepRank: 80,
    });
    expect(printHold(read(text))).toBe(text);
    expect(holdColumns(read(text))).toEqual(['odd column', 'sector']);
  });

  it('has a default for every clause but the interval, in any order and case', () => {
    expect(read('hold every month')).toEqual(DEFAULT_HOLD);
    expect(read('HOLD Every Week COST 10bp DELAY 0')).toEqual({ ...DEFAULT_HOLD, every: 'week', costBp: 10, delay: 0 });
    expect(printHold(read('hold every month weight equal delay 1 cost 0bp'))).toBe('hold every month');
  });

  it('reads and prints caps so small that their number has an exponent', () => {
    expect(read('hold every month cap 1e-7%').rowCap).toBe(1e-9);
    expect(printHold(read('hold every month cap 0.00001% per sector'))).toBe('hold every month cap 0.00001% per sector');
  });

  it('prints each hold so that it reads back as the same: 2,000 random ones', () => {
    const random = new Random(12);
    for (let i = 0; i < 2000; i++) {
      const hold: Hold = {
        every: random.pick(INTERVALS),
        since: random.chance(0.5) ? random.below(20_000) : null,
        until: random.chance(0.5) ? 20_000 + random.below(1000) : null,
        delay: random.below(64),
        costBp: random.chance(0.5) ? random.below(10_001) : random.next() * 100,
        weighting: random.chance(0.5)
          ? { kind: 'equal' }
          : { kind: random.pick(['by', 'inverse'] as const), columnId: random.pick(['close', 'per', 'a b']) },
        rowCap: random.chance(0.5) ? random.below(101) / 100 : null,
        groupCap: random.chance(0.5)
          ? { share: random.next(), by: random.pick(['sector', 'country', 'industry'] as const) }
          : null,
        keepRank: random.chance(0.5) ? 1 + random.below(1000) : null,
      };
      const again = read(printHold(hold));
      if (hold.groupCap) expect(again.groupCap!.share).toBeCloseTo(hold.groupCap.share, 14);
      expect({ ...again, groupCap: null }).toEqual({ ...hold, groupCap: null });
      expect(printHold(again)).toBe(printHold(read(printHold(again))));
    }
  });

  it.each([
    ['hold every fortnight', 'expected “day”, “week”, “month”, “quarter”, “year”, found “fortnight”', 11],
    ['hold every month since 2010-02-30', '2010-02-30 is not a calendar day', 23],
    ['hold every month since 31.1.2010', 'expected a date such as 2016-03-31, found “31.1.2010”', 23],
    ['hold every month cost 10', 'expected “bp”, found the end', 24],
    ['hold every month delay 1.5', 'the delay in sessions is a whole number from 0 to 63, not 1.5', 23],
    ['hold every month cap 5', 'expected “%”, found the end', 22],
    ['hold every month cap 5% per symbol', 'expected “sector”, “country”, “industry”, found “symbol”', 28],
    ['hold every month cost 1bp cost 2bp', '“cost” stands twice', 26],
    ['hold every month keep rank <= 3', 'expected “while rank <=”, found “rank <= 3”', 22],
    ['hold every month since 2012-01-01 until 2011-01-01', 'the hold begins on 2012-01-01, after its end 2011-01-01', 50],
  ])('names the error in %s', (text, message, at) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ message, at }));
  });

  it('begins with two words, so that a column may have the name hold', () => {
    expect(seesHold(new Reader('hold >= 3'))).toBe(false);
    expect(seesHold(new Reader(' hold every day'))).toBe(true);
  });

  it('is that of the worked examples', () => {
    const examples = JSON.parse(readFileSync('tests/fixtures/time-examples.json', 'utf8')) as { screen: string | null }[];
    const holds = examples.flatMap(({ screen }) =>
      screen?.includes('hold every') ? [screen.slice(screen.indexOf('hold every'))] : [],
    );
    expect(holds.length).toBeGreaterThan(20);
    for (const text of holds) expect(read(printHold(read(text)))).toEqual(read(text));
  });
});
