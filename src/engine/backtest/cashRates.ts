/** Returns of cash from a file of dates and rates. */
import { isIsoDate } from '../../catalogue/display.ts';

const DAY_MS = 86_400_000;
const HEADER = /^\s*date\s*,\s*rate\s*$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export interface CashRate {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Return since the previous rate, a fraction. */
  readonly rate: number;
}

/**
 * Reads `date,rate` lines below that header.
 * @throws RangeError with the line, also for a rate of 1 or more, which is in percent
 */
export function readCashRates(text: string): readonly CashRate[] {
  const lines = text.split(/\r?\n/);
  if (!HEADER.test(lines[0] ?? '')) throw new RangeError('line 1: expected the header date,rate');
  const days = new Set<number>();
  return lines.slice(1).flatMap((line, at): CashRate[] => {
    if (line.trim() === '') return [];
    const fail = (why: string): never => {
      throw new RangeError(`line ${at + 2}: ${why}`);
    };
    const [date = '', rate = '', ...others] = line.split(',').map((cell) => cell.trim());
    if (others.length > 0) fail('expected a date and a rate with a decimal point');
    if (!isIsoDate(date)) fail(`“${date}” is not a date such as 2016-12-31`);
    const day = Date.parse(date) / DAY_MS;
    if (days.has(day)) fail(`a line before it is of ${date}, too`);
    days.add(day);
    const value = NUMBER.test(rate) ? Number(rate) : Number.NaN;
    if (Number.isNaN(value)) fail('the rate is not a number');
    if (Math.abs(value) >= 1) fail(`${rate} is ${value * 100} %: rates are fractions, such as 0.004`);
    return [{ day, rate: value }];
  });
}
