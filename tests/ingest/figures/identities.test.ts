import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { flagsOf } from '../../../src/catalogue/flag.ts';
import { loadPublished } from '../../../src/commands/published.ts';
import { columnFlags } from '../../../src/engine/answers/flags.ts';
import { checkIdentities, flagBreaches, IDENTITIES, type IdentityName } from '../../../src/ingest/figures/identities.ts';
import { type Period, type PeriodKind, STATEMENT_IDS } from '../../../src/ingest/figures/period.ts';
import { figuresOf, historyOf } from '../../../src/ingest/figures/statements.ts';
import { isoDay } from '../../../src/ingest/formats/day.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { Random } from '../../random.ts';
import { beside } from '../../support/beside.ts';
import { periodOf } from '../periods.ts';

const MAPPING = new URL('../../../examples/us-large-caps/mapping.json', import.meta.url).pathname;
const LARGE_CAPS = beside('us-large-caps');

type Figures = Readonly<Record<string, number>>;
type Line = readonly [end: string, kind: PeriodKind, figures: Figures];

const found = (lines: readonly Line[]): string[] =>
  checkIdentities(lines.map(([end, kind, figures]) => periodOf(end, kind, figures))).breaches.map(
    ({ identity, period, columns }) => `${identity} ${isoDay(period.day)} ${period.kind}: ${columns.join(' ')}`,
  );
const countOf = (identity: IdentityName, lines: readonly Line[]): number =>
  checkIdentities(lines.map(([end, kind, figures]) => periodOf(end, kind, figures))).counts[identity];

const SHEET = { totalAssets: 100, totalLiabilities: 60, totalShareholderEquity: 40 };
const YEAR = '2023-12-31';
const QUARTER_ENDS = ['2023-03-31', '2023-06-30', '2023-09-30', YEAR];
const quartersOf = (id: string, values: readonly number[]): Line[] =>
  values.map((value, index) => [QUARTER_ENDS[index]!, 'quarter', { [id]: value }]);
const CASH = { totalCurrentAssets: 100, operatingCashflow: 50, cashflowFromInvestment: -30, cashflowFromFinancing: -10 };

/** A line per case: what is reported, and what of it doesn't fit. */
const CASES: readonly { readonly says: string; readonly lines: readonly Line[]; readonly breaks?: string }[] = [
  { says: 'assets are liabilities and equity', lines: [[YEAR, 'annual', SHEET]] },
  {
    says: 'assets are liabilities, equity and minority',
    lines: [[YEAR, 'annual', { ...SHEET, totalAssets: 110, minorityInterest: 10 }]],
  },
  { says: 'the minority is in the equity already', lines: [[YEAR, 'annual', { ...SHEET, minorityInterest: 10 }]] },
  { says: 'assets 1 % off', lines: [[YEAR, 'annual', { ...SHEET, totalLiabilities: 61 }]] },
  { says: 'a minority interest that the source leaves out', lines: [[YEAR, 'annual', { ...SHEET, totalLiabilities: 53 }]] },
  {
    says: 'more claims than assets',
    lines: [[YEAR, 'annual', { ...SHEET, totalLiabilities: 67 }]],
    breaks: `balances ${YEAR} annual: totalAssets totalLiabilities totalShareholderEquity minorityInterest`,
  },
  {
    says: 'redeemable shares beside the minority interest',
    lines: [[YEAR, 'annual', { ...SHEET, totalLiabilities: 50, minorityInterest: 3 }]],
  },
  {
    says: 'liabilities of thousands beside assets in units',
    lines: [[YEAR, 'annual', { ...SHEET, totalLiabilities: 0.06 }]],
    breaks: `balances ${YEAR} annual: totalAssets totalLiabilities totalShareholderEquity minorityInterest`,
  },
  { says: 'a bank without current assets', lines: [[YEAR, 'annual', { ...SHEET, totalCurrentAssets: 0, cash: 30 }]] },
  {
    says: 'cash and inventory up to current assets',
    lines: [[YEAR, 'annual', { ...SHEET, totalCurrentAssets: 30, cash: 20, inventory: 10 }]],
  },
  {
    says: 'investments in the cash already',
    lines: [[YEAR, 'annual', { ...SHEET, totalCurrentAssets: 30, cash: 25, shortTermInvestments: 20 }]],
    breaks: `currentAssets ${YEAR} annual: totalCurrentAssets cash shortTermInvestments`,
  },
  {
    says: 'property at cost, more than there is',
    lines: [[YEAR, 'annual', { ...SHEET, totalCurrentAssets: 30, propertyPlantEquipment: 90 }]],
    breaks: `assets ${YEAR} annual: totalAssets totalCurrentAssets propertyPlantEquipment`,
  },
  {
    says: 'short-term debt above current liabilities',
    lines: [[YEAR, 'annual', { ...SHEET, totalCurrentLiabilities: 20, currentAccountsPayable: 5, shortTermDebt: 18 }]],
    breaks: `currentLiabilities ${YEAR} annual: totalCurrentLiabilities currentAccountsPayable shortTermDebt`,
  },
  {
    says: 'debt above liabilities',
    lines: [[YEAR, 'annual', { ...SHEET, totalCurrentLiabilities: 20, longTermDebt: 45 }]],
    breaks: `liabilities ${YEAR} annual: totalLiabilities totalCurrentLiabilities longTermDebt`,
  },
  {
    says: 'quarters that add up',
    lines: [[YEAR, 'annual', { totalRevenue: 100 }], ...quartersOf('totalRevenue', [20, 25, 25, 30])],
  },
  {
    says: 'cash flows of the year to date as quarters',
    lines: [[YEAR, 'annual', { operatingCashflow: 100 }], ...quartersOf('operatingCashflow', [20, 45, 70, 100])],
    breaks: `years ${YEAR} annual: operatingCashflow`,
  },
  {
    says: 'twelve months that are not their quarters',
    lines: [[YEAR, 'trailing', { totalRevenue: 140 }], ...quartersOf('totalRevenue', [20, 25, 25, 30])],
    breaks: `years ${YEAR} trailing: totalRevenue`,
  },
  {
    says: 'nothing paid in a year in which quarters paid',
    lines: [[YEAR, 'annual', { dividendPayout: 0 }], ...quartersOf('dividendPayout', [0, 0, 0, 25])],
    breaks: `years ${YEAR} annual: dividendPayout`,
  },
  {
    says: 'a quarter is absent: nothing to add up',
    lines: [[YEAR, 'annual', { totalRevenue: 100 }], ...quartersOf('totalRevenue', [20, 25, 25])],
  },
  {
    says: 'earnings per share of other shares than diluted',
    lines: [[YEAR, 'annual', { netIncome: 100, dilutedEPSTTM: 4, commonStockSharesOutstanding: 22 }]],
  },
  {
    says: 'earnings of a loss',
    lines: [[YEAR, 'annual', { netIncome: -100, dilutedEPSTTM: -4, commonStockSharesOutstanding: 22 }]],
  },
  {
    says: 'earnings per share of before a split for four',
    lines: [[YEAR, 'annual', { netIncome: 100, dilutedEPSTTM: 16, commonStockSharesOutstanding: 25 }]],
    breaks: `earnings ${YEAR} annual: dilutedEPSTTM netIncome commonStockSharesOutstanding`,
  },
  {
    says: 'a count in thousands',
    lines: [[YEAR, 'annual', { netIncome: 100, dilutedEPSTTM: 4, commonStockSharesOutstanding: 0.025 }]],
    breaks: `earnings ${YEAR} annual: dilutedEPSTTM netIncome commonStockSharesOutstanding`,
  },
  {
    says: 'a loss per share beside an income',
    lines: [[YEAR, 'annual', { netIncome: 100, dilutedEPSTTM: -4, commonStockSharesOutstanding: 25 }]],
    breaks: `earnings ${YEAR} annual: dilutedEPSTTM netIncome commonStockSharesOutstanding`,
  },
  {
    says: 'shares that were issued in the year',
    lines: [
      ['2023-03-31', 'quarter', { commonStockSharesOutstanding: 10 }],
      [YEAR, 'annual', { netIncome: 100, dilutedEPSTTM: 6, commonStockSharesOutstanding: 40 }],
    ],
  },
  {
    says: 'a small income that preferred dividends turn into a loss',
    lines: [
      [
        YEAR,
        'annual',
        {
          ...SHEET,
          totalAssets: 1000,
          totalLiabilities: 960,
          netIncome: 1,
          dilutedEPSTTM: -0.05,
          commonStockSharesOutstanding: 10,
        },
      ],
    ],
  },
  {
    says: 'cash that the flows explain',
    lines: [
      ['2022-12-31', 'annual', { cash: 40 }],
      [YEAR, 'annual', { ...CASH, cash: 50 }],
    ],
  },
  {
    says: 'a quarter that the flows explain',
    lines: [
      ['2023-09-30', 'quarter', { cash: 40 }],
      [YEAR, 'quarter', { ...CASH, cash: 50 }],
    ],
  },
  {
    says: 'investments with the wrong sign',
    lines: [
      ['2022-12-31', 'annual', { cash: 40 }],
      [YEAR, 'annual', { ...CASH, cashflowFromInvestment: 30, cash: 50 }],
    ],
    breaks: `cashFlows ${YEAR} annual: cash operatingCashflow cashflowFromInvestment cashflowFromFinancing`,
  },
  { says: 'no cash at the beginning', lines: [[YEAR, 'annual', { ...CASH, cashflowFromInvestment: 30, cash: 50 }]] },
];

describe('an identity', () => {
  it.each(CASES)('$says', ({ lines, breaks }) => {
    expect(found(lines)).toEqual(breaks === undefined ? [] : [breaks]);
  });

  it.each<[IdentityName, number, readonly Line[]]>([
    ['balances', 1, [[YEAR, 'annual', SHEET]]],
    ['balances', 0, [[YEAR, 'annual', { ...SHEET, totalLiabilities: Number.NaN }]]],
    ['currentAssets', 0, [[YEAR, 'annual', { ...SHEET, cash: 1 }]]],
    ['years', 1, [[YEAR, 'annual', { totalRevenue: 100, netIncome: 4 }], ...quartersOf('totalRevenue', [20, 25, 25, 30])]],
    ['earnings', 0, [[YEAR, 'annual', { netIncome: 1, dilutedEPSTTM: 0.01, commonStockSharesOutstanding: 25 }]]],
    ['cashFlows', 0, [[YEAR, 'annual', { ...CASH, cash: 50 }]]],
  ])('%s is checked in %i period where it can be', (identity, count, lines) => {
    expect(countOf(identity, lines)).toBe(count);
  });
});

/** Three years of annual and quarterly statements of a sound company: everything adds up, figures are rounded to whole units. */
function soundPeriods(random: Random): Period[] {
  const size = 10 ** (4 + 6 * random.next());
  const part = (of: number, max: number): number => Math.round(of * max * random.next());
  const perShare = 0.5 + 20 * random.next();
  let shares = size / 10 / perShare;
  let cash = Math.round(size * (0.02 + 0.2 * random.next()));
  const periods: Period[] = [];
  const sheet = (): Figures => {
    const totalCurrentAssets = cash + part(size, 0.3);
    const totalAssets = totalCurrentAssets + Math.round(size);
    const propertyPlantEquipment = part(size, 0.5);
    const goodwill = part(size - propertyPlantEquipment, 1);
    const totalLiabilities = part(totalAssets, 1.2);
    const minorityInterest = random.chance(0.3) ? part(totalAssets, 0.2) : Number.NaN;
    const totalCurrentLiabilities = part(totalLiabilities, 1);
    const shortTermDebt = part(totalCurrentLiabilities, 0.6);
    return {
      ...{ totalAssets, totalCurrentAssets, cash, propertyPlantEquipment, goodwill, totalLiabilities, minorityInterest },
      totalShareholderEquity: totalAssets - totalLiabilities - (Number.isNaN(minorityInterest) ? 0 : minorityInterest),
      inventory: part(totalCurrentAssets - cash, 0.9),
      ...{ totalCurrentLiabilities, shortTermDebt, currentAccountsPayable: totalCurrentLiabilities - shortTermDebt },
      longTermDebt: totalLiabilities - totalCurrentLiabilities,
      commonStockSharesOutstanding: Math.round(shares),
    };
  };
  const FLOW_IDS = ['totalRevenue', 'netIncome', 'operatingCashflow', 'cashflowFromInvestment', 'cashflowFromFinancing'];
  for (let year = 2020; year <= 2022; year++) {
    const total: Record<string, number> = Object.fromEntries(FLOW_IDS.map((id) => [id, 0]));
    let earnings = 0;
    for (const end of ['03-31', '06-30', '09-30', '12-31']) {
      shares *= 0.98 + 0.04 * random.next();
      const operatingCashflow = Math.round((size / 40) * random.normal());
      const cashflowFromInvestment = -part(size, 0.05);
      const exchangeRates = Math.round(cash * 0.05 * (random.next() - 0.5));
      const change = Math.round(cash * 0.3 * (random.next() - 0.5));
      const cashflowFromFinancing = change - operatingCashflow - cashflowFromInvestment - exchangeRates;
      cash += change;
      const netIncome = Math.round((size / 40) * random.normal());
      const dilutedEPSTTM = Math.round((100 * netIncome) / shares) / 100;
      earnings += netIncome / shares;
      const flows = {
        totalRevenue: part(size, 0.5),
        netIncome,
        operatingCashflow,
        cashflowFromInvestment,
        cashflowFromFinancing,
      };
      for (const id of FLOW_IDS) total[id]! += flows[id as keyof typeof flows];
      const figures = { ...sheet(), ...flows, dilutedEPSTTM };
      periods.push(periodOf(`${year}-${end}`, 'quarter', figures));
      if (end === '12-31')
        periods.push(
          periodOf(`${year}-${end}`, 'annual', { ...figures, ...total, dilutedEPSTTM: Math.round(100 * earnings) / 100 }),
        );
    }
  }
  return periods;
}

it('none is broken by correct statements', () => {
  const random = new Random(20);
  const checked = new Map<IdentityName, number>();
  for (let company = 0; company < 500; company++) {
    const { counts, breaches } = checkIdentities(soundPeriods(random));
    expect(
      breaches.map(({ identity, size }) => `${identity} ${size}`),
      `company ${company}`,
    ).toEqual([]);
    for (const name of IDENTITIES) checked.set(name, (checked.get(name) ?? 0) + counts[name]);
  }
  for (const name of IDENTITIES) expect(checked.get(name), name).toBeGreaterThan(1000);
});

describe('what breaks an identity', () => {
  it('is flagged in the row only if the row uses that period', () => {
    const sound = { ...SHEET, totalRevenue: 100 };
    const flagsIn = (lines: readonly Line[]): string[] => {
      const periods = lines.map(([end, kind, figures]) => periodOf(end, kind, figures));
      const { flags } = figuresOf(historyOf(flagBreaches(periods, checkIdentities(periods).breaches))!);
      return [...new Set([...flags].flatMap(flagsOf))].filter((flag) => flag === 'inconsistent');
    };
    const broken = { ...sound, totalLiabilities: 10 };
    expect(
      flagsIn([
        ['2020-12-31', 'annual', broken],
        ['2021-12-31', 'annual', sound],
        [YEAR, 'annual', sound],
      ]),
    ).toEqual([]);
    expect(
      flagsIn([
        ['2022-12-31', 'annual', sound],
        [YEAR, 'annual', broken],
      ]),
    ).toEqual(['inconsistent']);
  });

  it('in a quarter is flagged in the source’s twelve months with it, not in earlier ones', () => {
    const flagsIn = (end: string): string[] => {
      const lines: Line[] = [
        ['2023-03-31', 'quarter', { netIncome: 100, dilutedEPSTTM: 16, commonStockSharesOutstanding: 25 }],
        [end, 'trailing', { netIncome: 400, totalRevenue: 4000 }],
      ];
      const periods = lines.map(([day, kind, figures]) => periodOf(day, kind, figures));
      const { flags } = flagBreaches(periods, checkIdentities(periods).breaches)[1]!;
      return STATEMENT_IDS.filter((_, index) => (flags?.[index] ?? 0) !== 0 && !Number.isNaN(periods[1]!.values[index]));
    };
    expect(flagsIn('2023-12-31')).toEqual(['netIncome']);
    expect(flagsIn('2022-12-31')).toEqual([]);
    expect(flagsIn('2024-03-31')).toEqual([]);
  });

  it('of an annual report is flagged in twelve months with a fourth quarter derived from it', () => {
    const quarter = (end: string, totalRevenue: number): Line => [
      end,
      'quarter',
      { totalRevenue, netIncome: 1, totalAssets: 10 },
    ];
    const lines: Line[] = [
      [YEAR, 'annual', { totalRevenue: 100, netIncome: 40, dilutedEPSTTM: 10, commonStockSharesOutstanding: 1, totalAssets: 10 }],
      ...['2023-03-31', '2023-06-30', '2023-09-30', '2024-03-31'].map((end) => quarter(end, 20)),
    ];
    const periods = lines.map(([end, kind, figures]) => periodOf(end, kind, figures));
    const { values, flags } = figuresOf(historyOf(flagBreaches(periods, checkIdentities(periods).breaches))!);
    const marked = [...flags.keys()].filter((index) => flags[index] !== 0 && !Number.isNaN(values[index]));
    expect(marked.map((index) => flagsOf(flags[index]!))).toEqual([['inconsistent']]);
  });

  const scratch = mkdtempSync(join(tmpdir(), 'panscreen-identities-'));
  afterAll(() => rmSync(scratch, { recursive: true }));
  let [count, from, out] = [0, '', ''];
  beforeEach(() => {
    from = join(scratch, `from${count}`);
    out = join(scratch, `out${count++}`);
    mkdirSync(from);
  });
  const write = (name: string, lines: readonly string[]): void => writeFileSync(join(from, name), `${lines.join('\n')}\n`);

  it('is in the report and flags every ratio that uses it', async () => {
    write('securities.csv', ['symbol,country', 'SOUND,US', 'SPLIT,US', 'SHEET,US']);
    write('prices.csv', ['symbol,date,close', 'SOUND,2024-01-31,10', 'SPLIT,2024-01-31,10', 'SHEET,2024-01-31,10']);
    write('statements.csv', [
      'symbol,periodEnd,period,totalAssets,totalLiabilities,totalShareholderEquity,netIncome,totalRevenue,dilutedEPSTTM,commonStockSharesOutstanding',
      'SOUND,2023-12-31,annual,1000,600,400,50,900,1,50',
      'SPLIT,2023-12-31,annual,1000,600,400,50,900,7,50',
      'SHEET,2023-12-31,annual,1000,600,500,50,900,1,50',
    ]);
    const report = await ingest({ from, out, asOf: '2024-01-31', progress: () => {} });
    const { findings } = JSON.parse(JSON.stringify(report)).quality;
    expect(findings.earnings).toEqual({ checked: 3, found: 1, examples: ['SPLIT 2023-12-31: a factor of 7.00'] });
    expect(findings.balances).toEqual({ checked: 3, found: 1, examples: ['SHEET 2023-12-31: 10.0 % apart'] });
    expect(report.lines().join('\n')).toContain(
      '1 of 3 periods have net income ÷ earnings per share more than a factor of 1.6 away from the shares outstanding: SPLIT 2023-12-31: a factor of 7.00',
    );
    const table = await loadPublished(out);
    const symbols = table.text('symbol')!;
    const inconsistent = (id: string): string[] =>
      [...columnFlags(table, id)].flatMap((bits, row) =>
        flagsOf(bits).includes('inconsistent') ? symbols.labels[symbols.codes[row]!]! : [],
      );
    expect(inconsistent('netProfitMargin')).toEqual(['SPLIT']);
    expect(inconsistent('marketCapitalization')).toEqual(['SPLIT']);
    expect(inconsistent('assetTurnover')).toEqual(['SHEET']);
    expect(inconsistent('priceToBookRatio').sort()).toEqual(['SHEET', 'SPLIT']);
    expect(inconsistent('close')).toEqual([]);
  });

  it('stops a publication above its limit, which the name of the identity sets', async () => {
    const symbols = Array.from({ length: 120 }, (_, row) => `S${row}`);
    write('securities.csv', ['symbol,country', ...symbols.map((symbol) => `${symbol},US`)]);
    write('statements.csv', [
      'symbol,periodEnd,period,totalAssets,totalLiabilities,totalShareholderEquity,totalCurrentAssets,cash',
      ...symbols.map((symbol) => `${symbol},2023-12-31,annual,100,60,40,20,30`),
    ]);
    await expect(ingest({ from, out, asOf: '2024-01-31', progress: () => {} })).rejects.toThrow(
      'not published: 120 of 120 balance sheets have cash, investments, receivables and inventory more than 1 % above current assets, such as S0 2023-12-31: 50.0 % above (100.0 %, the limit is 30 %: --limit currentAssets=…)',
    );
    await ingest({ from, out, asOf: '2024-01-31', limits: { currentAssets: 1 }, progress: () => {} });
  });
});

describe.skipIf(!LARGE_CAPS.isThere)('real statements', () => {
  const shares = async (from: Parameters<typeof ingest>[0]['from'], asOf: string, mapping?: string) => {
    const out = mkdtempSync(join(tmpdir(), 'panscreen-identities-'));
    try {
      const { quality } = await ingest({
        from,
        out,
        asOf,
        ...(mapping && { mapping }),
        publishesAnyway: true,
        progress: () => {},
      });
      return Object.fromEntries(IDENTITIES.map((name) => [name, quality.findings[name]]));
    } finally {
      rmSync(out, { recursive: true });
    }
  };

  it('of large caps break the balance in one company’s and the cash flows in one of fifty years', async () => {
    const found = await shares(LARGE_CAPS.path, '2018-02-07', MAPPING);
    expect(found.balances!.checkedCount).toBeGreaterThan(700);
    for (const name of IDENTITIES) {
      const { checkedCount, foundCount } = found[name]!;
      const most = name === 'cashFlows' ? 0.02 : name === 'balances' ? 0.006 : 0;
      expect(foundCount, name).toBeLessThanOrEqual(most * checkedCount);
    }
    expect(found.balances!.examples.every((text) => text.startsWith('PCAR'))).toBe(true);
  });
});
