/** Reports of a synthetic company: quarters that add up to years, filed some weeks later, some restated. */

import { type Action, splitRatio } from '../history/action.ts';
import { type Period, STATEMENT_IDS, statementPosition } from '../ingest/figures/period.ts';
import { DAY_MS, isoDay } from '../ingest/formats/day.ts';
import type { Issuer } from './issuer.ts';
import type { Random } from './random.ts';

type FiledPeriod = Omit<Period, 'currency'> & { readonly accession: string };

interface Traded {
  readonly days: Float64Array;
  readonly closes: Float64Array;
  readonly shares: Float64Array;
  readonly actions: readonly Action[];
}

const QUARTER_MONTHS = 3;
/** Years reported before the first session, for growth and averages. */
const YEARS_BEFORE = 2;
const TAX = 0.23;
const RATE = 0.05;
const RESTATED_CHANCE = 0.05;
const UNFILED_CHANCE = 0.02;
/** Days from a period's end to its filing. */
const FILED_DAYS = { quarter: [27, 45], annual: [48, 80], restated: [130, 240] } as const;

const FLOW_IDS = [
  'totalRevenue',
  'costOfRevenue',
  'grossProfit',
  'sellingGeneralAndAdministrative',
  'researchAndDevelopment',
  'operatingExpenses',
  'depreciationAndAmortization',
  'operatingIncome',
  'interestExpense',
  'incomeBeforeTax',
  'incomeTaxExpense',
  'netIncome',
  'operatingCashflow',
  'capitalExpenditures',
  'dividendPayout',
] as const;
type Flow = (typeof FLOW_IDS)[number];
type Lines = Readonly<Record<string, number>>;

const endOfQuarter = (year: number, quarter: number): number => Date.UTC(year, QUARTER_MONTHS * quarter, 0) / DAY_MS;

/** All filings for periods within the company's sessions or shortly before, in order of periods. */
export function companyFigures(
  { issuer, index }: { issuer: Issuer; index: number },
  traded: Traded,
  random: Random,
): FiledPeriod[] {
  const [first, last] = [traded.days[0]!, traded.days.at(-1)!];
  const filings: FiledPeriod[] = [];
  const growth = (1 + issuer.growth) ** 0.25;
  const margin = issuer.profile.operatingMargin * (issuer.isBurner ? -2 : 1);
  let revenue = (issuer.capitalizationUsd / issuer.profile.priceToSales / 4) * random.spread(0.2);
  let year: Record<Flow, number> = noFlows();
  let count = 0;
  const year0 = new Date((first - YEARS_BEFORE * 365) * DAY_MS).getUTCFullYear();
  for (let quarters = 0; ; quarters++) {
    const day = endOfQuarter(year0 + Math.floor(quarters / 4), (quarters % 4) + 1);
    if (day > last) return filings;
    revenue *= growth ** 0.5 * (1 + 0.05 * random.normal());
    const flows = flowsOf(issuer, revenue, margin + 0.4 * issuer.profile.marginSpread * random.normal(), traded, day, random);
    for (const id of FLOW_IDS) year[id] += flows[id];
    const isYearEnd = quarters % 4 === 3;
    const kind = isYearEnd ? 'annual' : 'quarter';
    const [soonest, latest] = FILED_DAYS[kind];
    const filedDay = random.chance(UNFILED_CHANCE) ? undefined : day + soonest + random.whole(latest - soonest);
    const stocks = stocksOf(issuer, 4 * revenue, random);
    const file = (lines: Lines, on: number | undefined): void => {
      const shares = sharesOn(traded, day, on ?? day);
      filings.push({
        day,
        kind,
        values: valuesOf({ ...lines, ...perShare(lines, shares) }),
        ...(on !== undefined && { filedDay: on }),
        accession:
          on === undefined
            ? ''
            : `0099${String(index).padStart(6, '0')}-${isoDay(on).slice(2, 4)}-${String(++count).padStart(6, '0')}`,
      });
    };
    const own = isYearEnd ? year : flows;
    file({ ...own, ...stocks }, filedDay);
    if (isYearEnd && filedDay !== undefined && random.chance(RESTATED_CHANCE)) {
      const [from, to] = FILED_DAYS.restated;
      file(restated(own, random.between(-0.15, 0.02)), day + from + random.whole(to - from));
    }
    if (isYearEnd) year = noFlows();
  }
}

const noFlows = (): Record<Flow, number> => Object.fromEntries(FLOW_IDS.map((id) => [id, 0])) as Record<Flow, number>;

function flowsOf(
  { profile, isBurner }: Issuer,
  sales: number,
  margin: number,
  traded: Traded,
  day: number,
  random: Random,
): Record<Flow, number> {
  const totalRevenue = Math.round(sales);
  const grossProfit = Math.round(
    totalRevenue * Math.min(0.95, Math.max(profile.grossMargin * random.spread(0.05), margin + 0.02)),
  );
  const operatingIncome = Math.round(totalRevenue * margin);
  const operatingExpenses = grossProfit - operatingIncome;
  const researchAndDevelopment = Math.round(
    Math.min(operatingExpenses * 0.6, totalRevenue * profile.researchShare * (isBurner ? 8 : 1)),
  );
  const depreciationAndAmortization = Math.round(totalRevenue * profile.depreciationShare);
  const interestExpense = Math.round(
    ((totalRevenue * 4) / profile.assetTurnover) * (1 - profile.equityShare) * profile.debtShare * RATE * 0.25,
  );
  const incomeBeforeTax = operatingIncome - interestExpense;
  const incomeTaxExpense = incomeBeforeTax > 0 ? Math.round(TAX * incomeBeforeTax) : 0;
  const netIncome = incomeBeforeTax - incomeTaxExpense;
  const paid = traded.actions.reduce(
    (sum, action) => sum + (action.kind === 'dividend' && action.day > day - 91 && action.day <= day ? action.value : 0),
    0,
  );
  return {
    totalRevenue,
    costOfRevenue: totalRevenue - grossProfit,
    grossProfit,
    operatingExpenses,
    sellingGeneralAndAdministrative: operatingExpenses - researchAndDevelopment,
    researchAndDevelopment,
    depreciationAndAmortization,
    operatingIncome,
    interestExpense,
    incomeBeforeTax,
    incomeTaxExpense,
    netIncome,
    operatingCashflow: netIncome + depreciationAndAmortization + Math.round(0.03 * totalRevenue * random.normal()),
    capitalExpenditures: Math.round(totalRevenue * profile.capexShare * random.spread(0.3)),
    dividendPayout: Math.round(paid * sharesOn(traded, day, day)),
  };
}

function stocksOf({ profile }: Issuer, sales: number, random: Random): Lines {
  const totalAssets = Math.round((sales / profile.assetTurnover) * random.spread(0.03));
  const totalShareholderEquity = Math.round(totalAssets * profile.equityShare * random.spread(0.05));
  const totalLiabilities = totalAssets - totalShareholderEquity;
  const debt = Math.round(Math.max(0, totalLiabilities) * profile.debtShare);
  const totalCurrentAssets = Math.round(totalAssets * profile.currentShare);
  const totalCurrentLiabilities = Math.round(Math.max(0, totalLiabilities) * 0.45);
  const shortTermDebt = Math.min(Math.round(0.2 * debt), totalCurrentLiabilities);
  return {
    totalAssets,
    totalLiabilities,
    totalShareholderEquity,
    totalCurrentAssets,
    totalCurrentLiabilities,
    cash: Math.round(totalAssets * Math.min(profile.cashShare, profile.currentShare * 0.6)),
    currentNetReceivables: Math.round(totalCurrentAssets * 0.2),
    inventory: Math.round(Math.min((sales / 365) * profile.inventoryDays * 0.6, totalCurrentAssets * 0.2)),
    propertyPlantEquipment: Math.round(totalAssets * Math.min(profile.fixedShare, 1 - profile.currentShare)),
    shortTermDebt,
    longTermDebt: debt - shortTermDebt,
    retainedEarnings: Math.round(0.5 * totalShareholderEquity),
  };
}

/** Shares at the end of a period, on the share basis of the filing day. */
function sharesOn({ days, shares, actions }: Traded, day: number, basisDay: number): number {
  let [at, end] = [0, days.length];
  while (end - at > 1) {
    const middle = (at + end) >> 1;
    if (days[middle]! <= day) at = middle;
    else end = middle;
  }
  const counted = days[at]!;
  return Math.round(shares[at]! * splitRatio(actions, counted, Math.max(basisDay, counted)));
}

function perShare({ netIncome = 0, dividendPayout = 0 }: Lines, shares: number): Lines {
  return {
    commonStockSharesOutstanding: shares,
    weightedAverageSharesDiluted: shares,
    dilutedEPSTTM: Math.round((1e4 * netIncome) / shares) / 1e4,
    dividendPerShare: Math.round((1e4 * dividendPayout) / shares) / 1e4,
  };
}

/** Changed lines of an amended annual report. */
function restated(lines: Lines, share: number): Lines {
  const change = Math.round(lines.operatingIncome! * share);
  const incomeBeforeTax = lines.incomeBeforeTax! + change;
  const incomeTaxExpense = incomeBeforeTax > 0 ? Math.round(TAX * incomeBeforeTax) : 0;
  return {
    operatingIncome: lines.operatingIncome! + change,
    operatingExpenses: lines.operatingExpenses! - change,
    incomeBeforeTax,
    incomeTaxExpense,
    netIncome: incomeBeforeTax - incomeTaxExpense,
    dividendPayout: lines.dividendPayout!,
  };
}

function valuesOf(lines: Lines): Float64Array {
  const values = new Float64Array(STATEMENT_IDS.length).fill(Number.NaN);
  for (const [id, value] of Object.entries(lines)) values[statementPosition(id)] = value;
  return values;
}
