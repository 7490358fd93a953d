import { columnById, RATIOS } from '../src/catalogue/catalogue.ts';
import { priceIndexOf } from '../src/catalogue/fieldColumns.ts';
import type { Step } from '../src/engine/steps/registry.ts';
import { evaluate, roundReference } from './naive-formula.ts';
import type { Security } from './naive-security.ts';
import { comparable, naiveIssuer, naiveIssuers, naiveRank, naiveSample, naiveTop, naiveVerdict } from './naive-steps.ts';
import type { CountryWire } from './universe.ts';

/** The securities of the wire's answers as objects, ratios computed one by one, the rank of the magic formula by counting. */
export function naiveSecurities(countries: readonly CountryWire[]): Security[] {
  const securities = countries.flatMap(({ columns, header, fields, rows }) =>
    rows.map((values, row) => {
      const security: Security = {};
      columns.forEach((id, index) => {
        security[id] = Number.isFinite(values[index]) ? values[index]! : Number.NaN;
      });
      header.forEach((id, index) => {
        const field = fields[row]![index];
        security[id] =
          id === 'latestQuarter'
            ? Number(field ?? Number.NaN)
            : id === 'isAdr'
              ? String(field ?? '').toLowerCase()
              : String(field ?? '');
      });
      security.priceIndex = Math.fround(priceIndexOf(Number(security.latestQuarter)));
      const isLender = security.industry === '' || /^(Banks|Insurance|Capital Markets)$/.test(String(security.industry));
      security.enterpriseValueApplies = security.sector === 'Financials' && isLender ? Number.NaN : 1;
      for (const { id, formula } of RATIOS)
        if (id !== 'magicFormula')
          security[id] = evaluate(formula, (input) => Number(security[input] ?? Number.NaN), roundReference);
      return security;
    }),
  );
  const eligible = securities.filter(
    (security) =>
      security.type === 'Equity' &&
      security.sector !== 'Financials' &&
      security.sector !== 'Utilities' &&
      security.isAdr !== 'true' &&
      !Number.isNaN(security.greenblattEarningsYield) &&
      !Number.isNaN(security.returnOnCapital),
  );
  const listings = naiveIssuer(eligible, securities);
  const issuers = naiveIssuers(securities);
  const rank = (id: string, value: number): number => 1 + listings.filter((other) => Number(other[id]) > value).length;
  for (const security of securities) security.magicFormula = Number.NaN;
  for (const security of eligible) {
    const listing = listings.find((other) => issuers.get(other) === issuers.get(security))!;
    security.magicFormula =
      rank('greenblattEarningsYield', Number(listing.greenblattEarningsYield)) +
      rank('returnOnCapital', Number(listing.returnOnCapital));
  }
  return securities;
}

function compare(a: number | string, b: number | string, direction: number): number {
  const missing = (value: number | string): boolean => value === '' || Number.isNaN(value);
  if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
  return a < b ? -direction : a > b ? direction : 0;
}

/** The screen applied a row at a time: the oracle that the engine has to equal. */
export function naiveScreen(all: readonly Security[], steps: readonly Step[], input = all): Security[] {
  let present = [...input];
  for (const step of steps) {
    if (step.operatorType === 'let' || step.operatorType === 'asOf' || step.operatorType === 'hold') continue;
    if (step.operatorType === 'top') present = naiveTop(present, step);
    else if (step.operatorType === 'rank') present = naiveRank(present, step);
    else if (step.operatorType === 'sample') present = naiveSample(present, step, all);
    else if (step.operatorType === 'issuer') present = naiveIssuer(present, all);
    else if (step.operatorType === 'sort') {
      if (step.sortOperator === 'None') continue;
      const direction = step.sortOperator === 'Ascending' ? 1 : -1;
      const key = (security: Security): number | string =>
        columnById(step.columnId)?.unit === 'text' ? String(security[step.columnId]) : comparable(security, step.columnId);
      present = present
        .map((security) => ({ security, key: key(security) }))
        .sort((a, b) => compare(a.key, b.key, direction))
        .map(({ security }) => security);
    } else if (step.operatorType === 'slice') {
      const [start, end] = step.operatorValues;
      const n = present.length;
      const from = step.sliceIsPercentage ? Math.floor((start * n) / 100) : start;
      const to = step.sliceIsPercentage ? Math.ceil((end * n) / 100) : end + 1;
      present = present.filter((_, position) => position >= Math.max(0, from) && position < to);
    } else if (step.operatorType !== 'filter' || step.columnId !== null) {
      const before = present;
      present = before.filter((security) => naiveVerdict(security, step, all, before) === true);
    }
  }
  return present;
}
