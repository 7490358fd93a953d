/** What the product writes for others, read back by hand: files of a result, and the limits of a publication. */
import { limitsOf } from '../../src/commands/ingest.ts';
import { exportChunks } from '../../src/engine/answers/export.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import type { Table } from '../../src/engine/table/table.ts';
import { LIMITS } from '../../src/ingest/report/quality.ts';
import { randomUniverse, wireSource } from '../universe.ts';
import { Wrong } from './fuzz.ts';
import { textParser } from './text.ts';

/** Cells of a CSV by RFC 4180, a character at a time. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === ',' || sign === '\n') {
      row.push(cell);
      cell = '';
      if (sign === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += sign;
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Wrong('the file has no end');
  return rows;
}

/** What spreadsheets take for the start of a formula, blanks aside. */
const RUNS = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const VALUES = [0, -0, 1, -2.5, 1e-40, -1e-5, 3.4e38, -123456.7, 0.1, 16_777_217, Number.NaN, 1e21, -1e6];
const base = await loadTable(wireSource(randomUniverse(5, 1, VALUES.length)));

/** The table with this text as every name, and numbers of every size as betas. */
function tableOf(text: string): Table {
  const values = Float32Array.from(VALUES);
  const codes = new Uint32Array(VALUES.length);
  return {
    ...base,
    rowCount: VALUES.length,
    text: (id) => (id === 'name' ? { codes, labels: [text] } : base.text(id)),
    numbers: (id) => (id === 'beta' ? values : base.numbers(id)),
  };
}

const exported = textParser({
  name: 'exported file',
  seeds: [
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '＝1',
    'a"b,c;d\ne',
    "'",
    '"',
    '',
    '-5',
    'Nestlé S.A.',
  ],
  words: ['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ';', ' '],
  refusal: /^never$/,
  read: (text) => {
    const table = tableOf(text);
    const rows = Uint32Array.from(VALUES, (_, row) => row);
    const columnIds = ['name', 'beta'];
    const write = (format: 'csv' | 'tsv' | 'json'): string => [...exportChunks(table, { format, columnIds, rows })].join('');
    const check = (cells: readonly string[][], change = (name: string) => name): void => {
      if (cells.length !== VALUES.length + 1) throw new Wrong(`${cells.length} lines`);
      for (const [row, [name = '', beta = '', ...more]] of cells.slice(1).entries()) {
        if (more.length > 0) throw new Wrong('a cell too many');
        if (RUNS.test(name)) throw new Wrong(`a spreadsheet would run ${JSON.stringify(name)}`);
        const plain = RUNS.test(text) ? `'${text}` : text;
        if (name !== change(plain)) throw new Wrong(`${JSON.stringify(name)} for ${JSON.stringify(text)}`);
        const value = Math.fround(VALUES[row]!);
        const read = beta === '' ? Number.NaN : Math.fround(Number(beta));
        if (read !== value && !(Number.isNaN(read) && Number.isNaN(value))) throw new Wrong(`${beta} for ${value}`);
        if (beta !== '' && !/^-?\d/.test(beta)) throw new Wrong(`${beta} is no bare number`);
      }
    };
    check(readCsv(write('csv')));
    const lines = write('tsv').split('\n').slice(0, -1);
    check(
      lines.map((line) => line.split('\t')),
      (name) => name.replace(/[\t\r\n]+/g, ' '),
    );
    const objects = JSON.parse(write('json')) as { name: string; beta: number | null }[];
    for (const [row, { name, beta }] of objects.entries())
      if (name !== text) throw new Wrong(`JSON: ${name}`);
      else if (beta === null ? !Number.isNaN(VALUES[row]) : Math.fround(beta) !== Math.fround(VALUES[row]!))
        throw new Wrong(`JSON: ${beta}`);
  },
});

const limits = textParser({
  name: 'limits',
  // A blank was 0, 0x1 was 1, and what stood behind a second sign was dropped.
  seeds: ['bars=0.01', 'bars=1e-3', 'bars= ', 'bars=0x1', 'bars=0.5=1', '__proto__=1', 'bars=-0.1', '=0.5'],
  words: [...Object.keys(LIMITS), '=', '0.5', '1', '.', 'e-2', '0x1', ' '],
  refusal: /^--limit takes a name and a share from 0 to 1/,
  read: (text) => {
    const [[name = '', value = Number.NaN] = []] = Object.entries(limitsOf([text]));
    if (!Object.hasOwn(LIMITS, name) || !text.startsWith(`${name}=`)) throw new Wrong(`took ${name}`);
    if (!/^\s*[+-]?[\d.]+(?:e[+-]?\d+)?\s*$/i.test(text.slice(name.length + 1))) throw new Wrong(`took ${value} of ${text}`);
    if (!(value >= 0 && value <= 1) || Number(text.slice(name.length + 1)) !== value) throw new Wrong(`${value} of ${text}`);
  },
});

export const WRITTEN_PARSERS = [exported, limits];
