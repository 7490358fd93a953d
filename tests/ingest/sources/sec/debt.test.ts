import { describe, expect, it } from 'vitest';
import { flagsOn, knownOn } from './known.ts';

const DAY = '2024-03-10';
const of = (tag: string, value: number): string => `${tag} 2023-12-31 ${value} USD 2024-02-01 10-K`;
const flow = (tag: string, value: number): string => `${tag} 2023-01-01..2023-12-31 ${value} USD 2024-02-01 10-K`;
const BALANCE = [
  of('Assets', 1000),
  of('AssetsCurrent', 400),
  of('Liabilities', 600),
  of('LiabilitiesCurrent', 250),
  of('StockholdersEquity', 400),
  flow('NetIncomeLoss', 80),
];

/** Tags and their amounts at the end of the year → short-term, long-term and total debt, and the flags of the total. */
const CASES: readonly (readonly [string, Readonly<Record<string, number>>, readonly [number, number, number], string?])[] = [
  ['each part once', { CommercialPaper: 5, LongTermDebtCurrent: 7, LongTermDebtNoncurrent: 90 }, [12, 90, 102]],
  [
    'commercial paper inside the short-term borrowings',
    { ShortTermBorrowings: 20, CommercialPaper: 15, LongTermDebtNoncurrent: 90 },
    [20, 90, 110],
  ],
  [
    'several kinds of short-term borrowings',
    { CommercialPaper: 15, ShortTermBankLoansAndNotesPayable: 4, LongTermDebtNoncurrent: 90 },
    [19, 90, 109],
  ],
  ['a line under two tags', { ShortTermBorrowings: 20, NotesPayableCurrent: 20, LongTermDebtNoncurrent: 90 }, [20, 90, 110]],
  [
    'notes beside the portion that is due',
    { NotesPayableCurrent: 5, LongTermDebtCurrent: 7, LongTermDebtNoncurrent: 90 },
    [12, 90, 102],
  ],
  [
    'a whole that holds its parts',
    { DebtCurrent: 30, CommercialPaper: 20, LongTermDebtCurrent: 10, LongTermDebtNoncurrent: 90 },
    [30, 90, 120],
  ],
  ['a whole that can’t hold a part', { DebtCurrent: 2, LongTermDebtCurrent: 10, LongTermDebtNoncurrent: 90 }, [12, 90, 102]],
  ['a total and the portion that is due', { LongTermDebt: 90, LongTermDebtCurrent: 7 }, [7, 83, 90]],
  ['a total and both parts', { LongTermDebt: 97, LongTermDebtCurrent: 7, LongTermDebtNoncurrent: 90 }, [7, 90, 97]],
  [
    'a total that holds the short-term borrowings',
    { LongTermDebt: 110, CommercialPaper: 13, LongTermDebtCurrent: 7, LongTermDebtNoncurrent: 90 },
    [20, 90, 110],
  ],
  [
    'leases inside the line',
    {
      LongTermDebtAndCapitalLeaseObligations: 100,
      FinanceLeaseLiabilityNoncurrent: 12,
      LongTermDebtAndCapitalLeaseObligationsCurrent: 20,
      FinanceLeaseLiabilityCurrent: 3,
    },
    [17, 88, 105],
  ],
  [
    'leases inside the line, and debt without them',
    { LongTermDebtAndCapitalLeaseObligations: 100, FinanceLeaseLiabilityNoncurrent: 12, LongTermDebtNoncurrent: 88 },
    [0, 88, 88],
  ],
  [
    'a narrow tag beside the line of the balance sheet',
    { LongTermDebtNoncurrent: 4, LongTermDebtAndCapitalLeaseObligations: 100, LongTermDebtAndCapitalLeaseObligationsCurrent: 18 },
    [18, 100, 118],
  ],
  [
    'a narrow tag beside a total',
    { LongTermDebtNoncurrent: 4, LongTermDebt: 118, LongTermDebtCurrent: 10 },
    [10, 108, 118],
    'fallback',
  ],
  ['a narrow tag beside all debt', { LongTermDebtCurrent: 14, DebtLongtermAndShorttermCombinedAmount: 118 }, [14, 104, 118]],
  [
    'convertible notes beside a smaller line',
    { LongTermDebtNoncurrent: 0.2, ConvertibleLongTermNotesPayable: 586 },
    [0, 586.2, 586.2],
  ],
  [
    'convertible notes beside a reported 0',
    { LongTermDebtNoncurrent: 0, LongTermDebtCurrent: 0, ConvertibleNotesPayable: 586 },
    [0, 586, 586],
  ],
  ['convertible notes inside the line', { LongTermDebtNoncurrent: 700, ConvertibleDebtNoncurrent: 586 }, [0, 700, 700]],
  ['convertible notes alone', { ConvertibleDebtNoncurrent: 286 }, [0, 286, 286]],
  [
    'convertible notes and a loan',
    { ConvertibleDebtNoncurrent: 186, LongTermLoansPayable: 100, ConvertibleNotesPayableCurrent: 3 },
    [3, 286, 289],
  ],
  ['a total beside current debt of which some may be in it', { LongTermDebt: 90, DebtCurrent: 7 }, [NaN, NaN, 90], 'fallback'],
  ['the carrying amount of notes where nothing else is stated', { DebtInstrumentCarryingAmount: 300 }, [0, 300, 300], 'fallback'],
  ['the short-term part alone', { ShortTermBorrowings: 5 }, [5, NaN, 5], 'fallback'],
  [
    'the short-term part alone beside liabilities that are all of another kind',
    { ShortTermBorrowings: 5, OtherLiabilitiesNoncurrent: 345 },
    [5, 0, 5],
  ],
  ['no line of debt in a complete balance sheet', {}, [0, 0, 0]],
];

describe('debt', () => {
  for (const [name, tags, amounts, flag] of CASES)
    it(`of ${name}`, () => {
      const facts = [...BALANCE, ...Object.entries(tags).map(([tag, value]) => of(tag, value))];
      expect(['shortTermDebt', 'longTermDebt', 'totalDebt'].map((id) => knownOn(DAY, facts, id))).toEqual(amounts);
      expect(flagsOn(DAY, facts, 'totalDebt')).toEqual(flag === undefined ? [] : [flag]);
    });

  it('is missing if the interest paid implies more than is stated', () => {
    const paying = [...BALANCE, flow('InterestExpense', 30)];
    expect(knownOn(DAY, paying, 'totalDebt')).toBeNaN();
    expect(knownOn(DAY, [...paying, of('ShortTermBorrowings', 5)], 'totalDebt')).toBeNaN();
    expect(knownOn(DAY, [...paying, of('LongTermDebtNoncurrent', 0)], 'totalDebt')).toBeNaN();
    expect(knownOn(DAY, [...paying, of('LongTermDebtNoncurrent', 400)], 'totalDebt')).toBe(400);
  });

  it('is missing in a balance sheet without its sums, and of a bank that states none', () => {
    expect(
      knownOn(
        DAY,
        BALANCE.filter((text) => !text.startsWith('LiabilitiesCurrent')),
        'totalDebt',
      ),
    ).toBeNaN();
    expect(knownOn(DAY, [...BALANCE, of('Deposits', 300)], 'totalDebt')).toBeNaN();
  });
});
