import { parseArgs } from 'node:util';
import labels from '../../locales/en-US.json';
import { COLUMNS } from '../catalogue/catalogue.ts';
import type { Column } from '../catalogue/column.ts';
import { delimitedLine } from '../engine/answers/delimited.ts';
import { print } from './print.ts';
import { runCommand, UsageError } from './usage.ts';

const HELP = `panscreen columns [--format text|csv|json|markdown]

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

/** English text of the page; a definition defaults to the name and a name to the id. */
function textOf(prefix: 'column' | 'definition' | 'group', id: string): string {
  const text = (labels as Readonly<Record<string, string>>)[`${prefix}.${id}`];
  return text ?? (prefix === 'definition' ? textOf('column', id) : id);
}

function lineOf(column: Column): Line {
  const label = textOf('column', column.id);
  const { id, group, kind, unit, display, better, source } = column;
  const [formula, definedAs, missingWhen] = [column.formula ?? '', column.definedAs ?? '', column.missingWhen ?? ''];
  return { id, label, group, kind, unit, display, better, formula, definedAs, missingWhen, source };
}

function csvText(lines: readonly Line[]): string {
  return [FIELDS, ...lines.map((line) => FIELDS.map((field) => line[field]))]
    .map((cells) => delimitedLine(cells, 'csv'))
    .join('');
}

/** Aligned columns, the formula last. */
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

const PAGE = `# Every column

Written by \`panscreen columns --format markdown\` from the catalogue, which the page, the kernels and the commands read too.

Numbers are 32-bit floats. What stands behind “=” in code type is computed on the user's machine; what stands there in words comes with the
data. A number is missing when an input that it needs is missing, and in the cases named. The formula language is that of
[the screen text](screen-text.md#formulas).
`;

function markdownText(lines: readonly Line[]): string {
  const groups = [...new Set(lines.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const entries = lines.filter((line) => line.group === group).map(markdownEntry);
    return `\n## ${textOf('group', group)}\n\n${entries.join('')}`;
  });
  return PAGE + sections.join('');
}

function markdownEntry({ id, label, unit, display, better, formula, definedAs, missingWhen, source }: Line): string {
  const definition = textOf('definition', id);
  return [
    `- **${label}** \`${id}\` · ${unit}${display === unit ? '' : `, shown as ${display}`}${better === 'neutral' ? '' : ` · ${better} is better`}`,
    definition === id ? '' : `  ${definition}`,
    formula === '' ? '' : `  = \`${formula}\``,
    formula !== '' || definedAs === '' ? '' : `  = ${definedAs}`,
    missingWhen === '' ? '' : `  Missing: ${missingWhen}.`,
    source === '' ? '' : `  Source: ${source}.`,
  ]
    .filter((line) => line !== '')
    .join('\\\n')
    .concat('\n');
}

/** `panscreen columns`. Resolves to the exit status. */
export function columns(given: string[]): Promise<number> {
  return runCommand('columns', HELP, given, async (args) => {
    const { values } = parseArgs({ args, options: { format: { type: 'string', default: 'text' } } });
    const lines = COLUMNS.map(lineOf);
    const writers: Readonly<Record<string, () => string>> = {
      text: () => plainText(lines),
      csv: () => csvText(lines),
      markdown: () => markdownText(lines),
      json: () => `${JSON.stringify(lines, null, 1)}\n`,
    };
    const writer = Object.hasOwn(writers, values.format) ? writers[values.format] : undefined;
    if (!writer) throw new UsageError(`--format is text, csv, json or markdown, not ${values.format}`);
    await print(writer(), values.format);
  });
}
