import { describe, expect, it } from 'vitest';
import { orderWork } from '../../../src/engine/answers/order.ts';
import { trace } from '../../../src/engine/answers/trace.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { runToEnd } from '../../../src/engine/run/timeSlices.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { wireSource } from '../../universe.ts';

const header = ['symbol', 'type', 'isin', 'CIK', 'currency'];
const columns = ['close', 'volume', 'usdRate', 'beta'];
const MISSING = Number.NEGATIVE_INFINITY;

interface Listed {
  readonly isin?: string;
  readonly cik?: string;
  readonly type?: string;
  readonly volume?: number;
  readonly rate?: number;
  readonly beta?: number;
}

function listed(...rows: readonly Listed[]) {
  return loadTable(
    wireSource([
      {
        country: 'US',
        columns,
        header,
        rows: rows.map(({ volume = 1, rate = 1, beta = 1 }) => [10, volume, rate, beta]),
        fields: rows.map(({ isin, cik, type = 'Equity', rate = 1 }, row) => [
          `S${row}`,
          type,
          isin ?? null,
          cik ?? null,
          `C${rate}`,
        ]),
      },
    ]),
  );
}

async function kept(text: string, ...rows: readonly Listed[]): Promise<number[]> {
  return [...applySteps(await listed(...rows), parseScreen(text), null).rows];
}

describe('one line per issuer', () => {
  it('keeps the most traded listing of an ISIN, in the base currency, and rows without identifiers', async () => {
    expect(
      await kept('one per issuer', { isin: 'A', volume: 5 }, { isin: 'A', volume: 9 }, {}, { isin: 'a ', volume: 7 }),
    ).toEqual([1, 2]);
    expect(await kept('one per issuer', { isin: 'A', volume: 5 }, { isin: 'A', volume: 9, rate: 0.5 })).toEqual([0]);
  });

  it('a CIK joins share classes and receipts, with or without leading zeros, through a row that is not present', async () => {
    const rows = [
      { isin: 'A', volume: 1 },
      { isin: 'A', cik: '0000320193', volume: 2, beta: 3 },
      { isin: 'B', cik: '320193', volume: 3 },
    ];
    expect(await kept('one per issuer', ...rows)).toEqual([2]);
    expect(await kept('beta <= 2 | one per issuer', ...rows)).toEqual([2]);
  });

  it('funds of one trust stay separate, their listings do not', async () => {
    const fund = { type: 'Etf', cik: '1100663' };
    expect(
      await kept('one per issuer', { ...fund, isin: 'A' }, { ...fund, isin: 'B' }, { type: 'Etf', isin: 'B', volume: 2 }),
    ).toEqual([0, 2]);
  });

  it('unknown trading comes last, and the first of equals is kept, whatever the present order', async () => {
    const rows = [{ isin: 'A', volume: MISSING, beta: 9 }, { isin: 'A', volume: 0 }, { isin: 'B' }, { isin: 'B', beta: 5 }];
    expect(await kept('one per issuer', ...rows)).toEqual([1, 2]);
    expect(await kept('sort beta desc | one per issuer', ...rows)).toEqual([1, 2]);
    expect(await kept('one per issuer', { isin: 'A', volume: MISSING }, { isin: 'A', volume: MISSING })).toEqual([0]);
  });

  it('is shown in the trace, and marked where its order matters', async () => {
    const table = await listed({ isin: 'A', volume: 1 }, { isin: 'A', volume: 9, beta: 3 }, { isin: 'A', volume: 4 });
    expect(trace(table, parseScreen('one per issuer'), 2)).toMatchObject({ leftAt: 0, rank: 2, kept: 1 });
    expect(runToEnd(orderWork(table, parseScreen('one per issuer | beta <= 2'), null)).marks).toEqual([
      { at: 0, entered: 1, left: 0, moved: 0 },
    ]);
    expect(runToEnd(orderWork(table, parseScreen('one per issuer | sort beta asc'), null)).marks).toEqual([]);
  });
});

describe('the rank of the magic formula', () => {
  /** Companies by operating income, best first; `listings` says how often each is listed. */
  async function ranks(listings: readonly number[]): Promise<number[]> {
    const ids = ['operatingIncome', 'marketCapitalization', 'totalDebt', 'cashAndShortTermInvestments', 'close', 'volume'];
    const balance = ['totalCurrentAssets', 'totalCurrentLiabilities', 'propertyPlantEquipment'];
    const rows = listings.flatMap((count, company) =>
      Array.from({ length: count }, (_, listing) => ({ company, volume: 1 + listing })),
    );
    const table = await loadTable(
      wireSource([
        {
          country: 'US',
          columns: [...ids, ...balance],
          header: ['symbol', 'type', 'sector', 'isin'],
          rows: rows.map(({ company, volume }) => [100 - company, 1000, 0, 0, 10, volume, 50, 20, 100]),
          fields: rows.map(({ company }, row) => [`S${row}`, 'Equity', 'Energy', `ISIN${company}`]),
        },
      ]),
    );
    return [...table.numbers('magicFormula')!];
  }

  it('counts issuers, not listings: all listings of one have its rank, and none makes the next worse', async () => {
    expect(await ranks([1, 1, 1])).toEqual([2, 4, 6]);
    expect(await ranks([3, 1, 2])).toEqual([2, 2, 2, 4, 6, 6]);
  });
});
