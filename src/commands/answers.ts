/** Output of `panscreen screen` other than rows: the profile of the remaining rows and the lineage of a number. */
import { COLUMNS } from '../catalogue/catalogue.ts';
import { type Column, isMoney, isText } from '../catalogue/column.ts';
import { displayText, isoDate, shortestFloat } from '../catalogue/display.ts';
import { printFormula } from '../catalogue/formulaText.ts';
import { delimitedLine } from '../engine/answers/delimited.ts';
import type { TextFormat } from '../engine/answers/export.ts';
import { definitionText, type Finding, type Lineage, lineage, lineageLines } from '../engine/answers/lineage.ts';
import { mostDifferentFirst, profiles } from '../engine/answers/profile.ts';
import type { Reference } from '../engine/answers/reference.ts';
import type { Table } from '../engine/table/table.ts';

const LOCALE = 'en-US';

const DECIMALS = 4;
const share = (value: number): number | null => (Number.isNaN(value) ? null : Number(value.toFixed(DECIMALS)));
const shortest = (value: number): number | null => (Number.isFinite(value) ? Number(shortestFloat(value)) : null);

/** Profile of every numeric column, most different first. Amounts are in the base currency. */
export function profileText(table: Table, rows: Uint32Array, reference: Reference, format: TextFormat): string {
  const ids = [...COLUMNS, ...table.otherColumns].filter((column) => !isText(column)).map(({ id }) => id);
  const found = mostDifferentFirst([...profiles(table, ids, rows, reference)]);
  const objects = found.map((each) => ({
    column: each.id,
    distance: each.distance,
    delta: each.delta,
    median: each.rows.median,
    medianOfOthers: each.others.median,
    missing: each.rows.missingShare,
    missingOfOthers: each.others.missingShare,
    values: each.rows.count,
    valuesOfOthers: each.others.count,
  }));
  if (format === 'json') return `${JSON.stringify(objects, null, 1)}\n`;
  const head = Object.keys(objects[0]!).map((name) => name.replace('OfOthers', ` of ${reference}`));
  const cells = objects.map((each) =>
    Object.entries(each).map(([name, value]) =>
      typeof value === 'string' || name.startsWith('values') ? value : name.startsWith('median') ? shortest(value) : share(value),
    ),
  );
  return [head, ...cells].map((line) => delimitedLine(line, format)).join('');
}

const FINDINGS: Readonly<Record<Finding['flag'], (finding: Finding, found: Lineage) => string>> = {
  missing: ({ columns }) => `missing because of ${columns.join(', ')}`,
  stale: ({ value }) => `stale: the report is ${Math.round(value)} days old`,
  currency: (_, { statementCurrency, currency }) => `statements in ${statementCurrency}, price in ${currency}`,
  negative: ({ part, value }) => `negative denominator: ${part ? printFormula(part) : ''} is ${shortestFloat(value)}`,
  nearZero: ({ part, value }) => `denominator near zero: ${part ? printFormula(part) : ''} is ${shortestFloat(value)}`,
  fallback: ({ part, value, columns }) =>
    `stands in for a missing value: ${part ? `${printFormula(part)} is ${shortestFloat(value)}` : columns.join(', ')}`,
  mixedPeriods: ({ columns }) => `flows and balance sheet end on different dates: ${columns.join(', ')}`,
  inconsistent: ({ columns }) => `fails a plausibility check: ${columns.join(', ')}`,
  stalePrice: ({ columns }) => `price or exchange rate is out of date: ${columns.join(', ')}`,
  guessedFiling: () => 'the filing date of the statements is unknown: they count as public after a fixed lag',
  gaps: ({ columns }) => `periods or sessions are missing: ${columns.join(', ')}`,
};

function unitText(column: Column | undefined, currency: string): string {
  if (!column) return '';
  if (!isMoney(column)) return column.unit;
  return column.unit === 'currency' ? currency : `${currency} per share`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function lineageText(table: Table, found: Lineage): string {
  const { root, text, currency, percentile, reportDate, reportAge, priceDate, findings } = found;
  const column = table.column(root.id);
  const shown = (id: string, value: number): string => displayText(value, table.column(id)?.display ?? 'number', LOCALE);
  const date = (seconds: number): string => (Number.isNaN(seconds) ? 'not known' : isoDate(seconds));
  const about = [
    oneLine(`${found.symbol} ${found.name}`),
    text === null
      ? `${root.id}: ${shown(root.id, root.value)}${column && isMoney(column) ? ` ${unitText(column, currency)}` : ''}`
      : `${root.id}: ${oneLine(text)}`,
    ...(text === null ? [`exactly: ${Number.isNaN(root.value) ? 'missing' : shortestFloat(root.value)}`] : []),
    ...(Number.isNaN(percentile) ? [] : [`percentile in the universe: ${(100 * percentile).toFixed(1)}`]),
    `price of: ${date(priceDate)}`,
    ...(found.readsStatements
      ? [`report of: ${date(reportDate)}${Number.isNaN(reportAge) ? '' : `, ${Math.round(reportAge)} days old`}`]
      : []),
    ...(found.filing
      ? [
          `newest filing that counts: ${date(found.filing.day)}${found.filing.accession === '' ? '' : `, ${found.filing.accession}`}`,
        ]
      : []),
    `flags: ${findings.length === 0 ? 'none' : ''}`.trimEnd(),
    ...findings.map((finding) => `  ${FINDINGS[finding.flag](finding, found)}`),
  ];
  if (text !== null) return `${about.join('\n')}\n`;
  const tree = [...lineageLines(root)].flatMap(({ node, depth }) => {
    const value = Number.isNaN(node.value) ? 'missing' : shortestFloat(node.value);
    const unit = unitText(table.column(node.id), currency);
    const indent = '  '.repeat(depth);
    return [
      `${indent}${value} ${unit}  ${definitionText(node)}`,
      ...node.ranks.map(({ measure, rank, of }) => `${indent}  rank ${rank} of ${of} by ${printFormula(measure)}`),
    ];
  });
  return `${[...about, '', ...tree].join('\n')}\n`;
}

/** Lineage of a column in a row, as JSON or text. */
export function lineageAnswer(table: Table, row: number, columnId: string, format: TextFormat): string {
  const found = lineage(table, columnId, row);
  return format === 'json' ? `${JSON.stringify(found, null, 1)}\n` : lineageText(table, found);
}
