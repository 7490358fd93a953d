import { parseArgs } from 'node:util';
import labels from '../../locales/en-US.json';
import { COLUMNS } from '../catalogue/catalogue.ts';
import type { Column } from '../catalogue/column.ts';
import { runCommand, UsageError } from './usage.ts';

const HELP = `panscreen columns [--format text|csv|json]

Lists all ${COLUMNS.length} columns: id, label, group, kind, unit, which way is better, the formula of a ratio, and sources.
`;

const FIELDS = [
  'id',
  'label',
  'group',
  'kind',
  'unit',
  'display',
  'better',
  'formula',
  'definedAs',
  'missingWhen',
  'source',
] as const;
type Line = Readonly<Record<(typeof FIELDS)[number], string>>;

function lineOf(column: Column): Line {
  const label = (labels as Readonly<Record<string, string>>)[`column.${column.id}`] ?? column.id;
  const { id, group, kind, unit, display, better, source } = column;
  const [formula, definedAs, missingWhen] = [column.formula ?? '', column.definedAs ?? '', column.missingWhen ?? ''];
  return { id, label, group, kind, unit, display, better, formula, definedAs, missingWhen, source };
}

function csvText(lines: readonly Line[]): string {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [FIELDS, ...lines.map((line) => FIELDS.map((field) => quoted(line[field])))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

/** Columns side by side as wide as their widest text, the formula last. */
function plainText(lines: readonly Line[]): string {
  const shown = ['id', 'label', 'group', 'unit'] as const;
  const widths = shown.map((field) => Math.max(field.length, ...lines.map((line) => line[field].length)));
  const row = (cells: readonly string[], rest: string): string =>
    `${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}  ${rest}`.trimEnd();
  return [
    row(shown, 'formula'),
    ...lines.map((line) =>
      row(
        shown.map((field) => line[field]),
        line.formula || line.definedAs,
      ),
    ),
  ]
    .map((text) => `${text}\n`)
    .join('');
}

/** `panscreen columns`. Resolves to the exit status. */
export function columns(given: string[]): Promise<number> {
  return runCommand('columns', HELP, given, async (args) => {
    const { values } = parseArgs({ args, options: { format: { type: 'string', default: 'text' } } });
    const lines = COLUMNS.map(lineOf);
    const writers: Readonly<Record<string, () => string>> = {
      text: () => plainText(lines),
      csv: () => csvText(lines),
      json: () => `${JSON.stringify(lines, null, 1)}\n`,
    };
    const writer = Object.hasOwn(writers, values.format) ? writers[values.format] : undefined;
    if (!writer) throw new UsageError(`--format is text, csv or json, not ${values.format}`);
    process.stdout.write(writer());
  });
}
