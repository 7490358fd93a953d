import { describe, expect, it } from 'vitest';
import { majorUnit, Rates } from '../../../src/ingest/figures/currency.ts';
import { readSecurity, type Security } from '../../../src/ingest/join/securities.ts';
import { TABLE_COLUMNS } from '../../../src/ingest/sources/schema.ts';

function read(cells: Readonly<Record<string, string | number>>): Security | string {
  return readSecurity([1, ...TABLE_COLUMNS.securities.map(({ id }) => cells[id] ?? null)]);
}
function fieldOf(cells: Readonly<Record<string, string | number>>, id: string): unknown {
  const security = read({ symbol: 'A', country: 'US', ...cells });
  return typeof security === 'string' ? security : security.fields.get(id);
}

describe('company fields', () => {
  it.each([
    ['Technology', 'Information Technology'],
    ['Healthcare', 'Health Care'],
    ['Financial Services', 'Financials'],
    ['Financial', 'Financials'],
    ['Basic Materials', 'Materials'],
    ['Consumer Discretionary', 'Consumer Cyclical'],
    ['Consumer Staples', 'Consumer Defensive'],
    ['Telecommunications Services', 'Communication Services'],
    ['Real Estate', 'Real Estate'],
    ['Conglomerates', 'Miscellaneous'],
  ])('sector %s is %s', (given, sector) => expect(fieldOf({ sector: given }, 'sector')).toBe(sector));

  it.each([
    ['NYQ', 'NYSE'],
    ['nms', 'NASDAQ'],
    ['XPAR', 'EURONEXT'],
    ['TOR', 'TSX'],
    ['LSE', 'LSE'],
    ['MOON', null],
  ])('exchange %s is %s', (given, exchange) => expect(fieldOf({ exchange: given }, 'exchange')).toBe(exchange));

  it.each([
    ['December', 'December'],
    ['jun', 'June'],
    ['9', 'September'],
    ['03-31', 'March'],
    ['--0630', 'June'],
    ['13', null],
    ['ju', null],
  ])('fiscal year end %s is %s', (given, month) => expect(fieldOf({ fiscalYearEnd: given }, 'fiscalYearEnd')).toBe(month));

  it.each([
    ['TRUE', true],
    ['0', false],
    ['perhaps', null],
  ])('isAdr %s is %s', (given, isAdr) => expect(fieldOf({ isAdr: given }, 'isAdr')).toBe(isAdr));

  it('prefers the currency of the exchange to that of the country', () => {
    expect(fieldOf({ country: 'IL', exchange: 'NMS' }, 'currency')).toBe('USD');
    expect(fieldOf({ country: 'IL' }, 'currency')).toBe('ILS');
    expect(fieldOf({ country: 'NO', exchange: 'OSL' }, 'currency')).toBe('NOK');
    expect(fieldOf({ country: 'US', exchange: 'PAR' }, 'currency')).toBe('EUR');
    expect(fieldOf({ country: 'IL', currency: 'ILA' }, 'currency')).toBe('ILS');
    expect(read({ symbol: 'A', country: 'HU' })).toBe('currency HUF is not among ours');
  });
});

describe('currencies', () => {
  it('recognizes minor units', () => {
    expect(majorUnit('GBp')).toEqual({ currency: 'GBP', divisor: 100 });
    expect(majorUnit('gbp')).toEqual({ currency: 'GBP', divisor: 1 });
    expect(majorUnit('ZAc')).toEqual({ currency: 'ZAR', divisor: 100 });
  });
  it('uses the latest rate up to a day, otherwise the first after it', () => {
    const rate = (usdRate: number, day: number) => ({ currency: 'EUR', usdRate, day });
    const rates = new Rates([rate(1.2, 20), rate(1.1, 10)]);
    expect([5, 10, 19, 20, 99].map((day) => rates.usdRate('EUR', day))).toEqual([1.1, 1.1, 1.1, 1.2, 1.2]);
    expect(rates.usdRate('USD', 0)).toBe(1);
    expect(rates.usdRate('CHF', 0)).toBeNaN();
    expect(new Rates([{ currency: 'GBX', usdRate: 0.0125, day: 0 }]).usdRate('GBP', 0)).toBe(1.25);
  });
});
