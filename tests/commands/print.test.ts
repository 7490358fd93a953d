import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELD_IDS } from '../../src/catalogue/catalogue.ts';
import { columns } from '../../src/commands/columns.ts';
import { demo } from '../../src/commands/demo.ts';
import { ingest } from '../../src/commands/ingest.ts';
import { printable, printableJson } from '../../src/commands/print.ts';
import { loadPublished } from '../../src/commands/published.ts';
import { screen } from '../../src/commands/screen.ts';
import { exportChunks } from '../../src/engine/answers/export.ts';
import { publish } from '../../src/ingest/publish/publish.ts';
import { country } from '../ingest/country.ts';
import { captured } from './captured.ts';

/** Code points that control a terminal, one by one: C0 without tab and line feed, DEL, C1, and the marks of direction. */
const STEERING = new Set([
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code !== 9 && code !== 10),
  ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index),
  ...[0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
]);
const steers = (text: string): boolean => Array.from(text).some((char) => STEERING.has(char.codePointAt(0)!));

/** Clears the screen in two ways, sets the title, rings, moves back, changes the direction. */
const HOSTILE = 'Evil\u001b[2J\u009b2J\u001b]0;owned\u0007\b\r\u007f\u202e Inc.';
const NAMES = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\u001b=1', 'Smith, "Sons"', HOSTILE, 'Nestlé S.A.'];

let folder: string;
let data: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-print-'));
  data = join(folder, 'data');
  const made = country('US', NAMES.length, 3);
  const name = FIELD_IDS.indexOf('name');
  const sector = FIELD_IDS.indexOf('sector');
  const securities = made.securities.map((fields, row) =>
    fields.map((field, at) => (at === name ? NAMES[row]! : at === sector ? HOSTILE : field)),
  );
  await publish(data, [{ ...made, securities, note: HOSTILE }]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what is printed', () => {
  it('has U+FFFD for terminal controls and all else unchanged, for random texts', () => {
    const char = fc.oneof(
      fc.constantFrom(...STEERING, 9, 10).map((code) => String.fromCodePoint(code)),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(char, { maxLength: 30 }), (chars) => {
        const text = chars.join('').replaceAll('\r\n', '\n');
        expect(printable(text)).toBe(Array.from(text, (each) => (STEERING.has(each.codePointAt(0)!) ? '\ufffd' : each)).join(''));
        const json = printableJson(JSON.stringify({ text }));
        expect(steers(json)).toBe(false);
        expect(JSON.parse(json)).toEqual({ text });
      }),
      { numRuns: 3000, seed: 12 },
    );
  });

  const texts = ['sector != x | sort totalAssets desc', 'rows 1..20', `sector = "${HOSTILE}"`, `name in ("${HOSTILE}", "=1+1")`];
  const answers = [
    [],
    ['--explain'],
    ['--receipt'],
    ['--against', 'rows 1..3'],
    ['--against', 'rows 1..3', '--explain'],
    ['--survivors', 'universe'],
    ['--where', 'US8'],
    ['--proof', 'US8', 'name'],
    ['--proof', 'US8', 'currentRatio'],
  ];

  it.each(answers.map((answer) => [answer]))(
    'steers no terminal: a screen with %j, of hostile names, in each of its formats',
    async (answer) => {
      const formats = ['--receipt', '--where'].includes(answer[0] ?? '') ? ['json'] : ['csv', 'tsv', 'json'];
      for (const text of texts) {
        for (const format of formats) {
          // The column of a lineage follows the text.
          const [option, symbol, column] = answer[0] === '--proof' ? answer : [];
          const given = option && symbol && column ? [text, column, option, symbol] : [text, ...answer];
          const { status, stdout, stderr } = await captured(screen, ...given, '--data', data, '--format', format);
          // A name close to a sector may get a suggestion.
          const isQuiet = stderr === '' || (stderr.startsWith('no sector is called') && !steers(stderr));
          expect([status, isQuiet, steers(stdout)]).toEqual([0, true, false]);
          expect(stdout.length).toBeGreaterThan(0);
          if (format === 'json' && answer[0] !== '--proof') JSON.parse(stdout);
        }
      }
    },
  );

  it('has the rows as the page exports them, formulas guarded, in CSV and TSV', async () => {
    const table = await loadPublished(data);
    const columnIds = ['symbol', 'name', 'totalAssets'];
    for (const format of ['csv', 'tsv'] as const) {
      const exported = [...exportChunks(table, { format, columnIds, rows: table.rows })].join('');
      const { stdout } = await captured(screen, '', '--data', data, '--columns', columnIds.join(','), '--format', format);
      expect(stdout).toBe(printable(exported));
      const names = stdout
        .split('\n')
        .slice(1, 8)
        .map((line) => line.split(format === 'csv' ? ',' : '\t')[1]);
      for (const name of names) expect(name).toMatch(/^"?'/);
      const out = join(folder, `rows.${format}`);
      await captured(screen, '', '--data', data, '--columns', columnIds.join(','), '--format', format, '--out', out);
      expect(await readFile(out, 'utf8')).toBe(exported);
      expect(steers(exported)).toBe(true);
    }
  });

  it('guards other outputs and the list of columns', async () => {
    const sides = (await captured(screen, 'rows 1..3', '--against', 'rows 2..4', '--data', data)).stdout;
    expect(sides).toContain(",US0,'=1+1,US,");
    expect(sides).not.toMatch(/,[=+@-]/);
    const survivors = (await captured(screen, 'rows 1..3', '--survivors', 'universe', '--data', data)).stdout;
    expect(survivors).not.toContain("'");
    const { stdout } = await captured(columns, '--format', 'csv');
    expect(stdout).not.toMatch(/(?:^|,)"?[=+@-]/m);
  });
});

describe('errors that quote input', () => {
  it.each([
    ['a text', () => captured(screen, `beta ${HOSTILE}`, '--data', data)],
    ['a column', () => captured(screen, 'rows 1..2', '--columns', HOSTILE, '--data', data)],
    ['an unknown column of the text', () => captured(screen, `\`${HOSTILE}\` >= 1`, '--data', data)],
    ['a symbol', () => captured(screen, 'rows 1..2', '--where', HOSTILE, '--data', data)],
    ['a format', () => captured(screen, 'rows 1..2', '--format', HOSTILE, '--data', data)],
    ['a folder', () => captured(screen, 'rows 1..2', '--data', join(folder, HOSTILE))],
    ['an option', () => captured(demo, `--${HOSTILE}`)],
    ['countries', () => captured(demo, '--countries', HOSTILE)],
    ['a source', () => captured(ingest, '--from', HOSTILE, 'x', '--out', 'x')],
  ])('steer no terminal: %s', async (_, run) => {
    const { status, stdout, stderr } = await run();
    expect([status > 0, stdout, steers(stderr)]).toEqual([true, '', false]);
    expect(stderr.split('\n').length).toBe(2);
  });

  it('do not control the terminal: headers, cells and file names of an ingest', async () => {
    const from = join(folder, 'tables');
    await mkdir(from);
    await writeFile(
      join(from, 'securities.csv'),
      `symbol,country,name,${HOSTILE.replaceAll('\r', '')},beta\nA,US,${HOSTILE.replaceAll('\r', '')},1,\u001b[2J\nB\u001b,XX,x,1,2\n`,
    );
    const read = await captured(ingest, '--from', 'tables', from, '--out', join(folder, 'out'));
    expect([read.status, steers(read.stdout), steers(read.stderr)]).toEqual([0, false, false]);
    expect(read.stdout).toContain('Evil\ufffd[2J');
    await writeFile(join(from, 'securities.csv'), `a${HOSTILE.replaceAll('\r', '')},b\n1,2\n`);
    const refused = await captured(ingest, '--from', 'tables', from, '--out', join(folder, 'out'));
    expect([refused.status, steers(refused.stderr)]).toEqual([1, false]);
    expect(refused.stderr).toContain('Evil\ufffd[2J');
  });
});
