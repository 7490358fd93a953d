import { execFile, execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { COLUMNS } from '../../src/catalogue/catalogue.ts';
import { isText } from '../../src/catalogue/column.ts';
import { demo } from '../../src/commands/demo.ts';
import { screen } from '../../src/commands/screen.ts';

let folder: string;
let out = '';
let errors = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-screen-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += String(text);
    return true;
  });
  await demo(['--out', folder, '--securities', '300']);
  [out, errors] = ['', ''];
});

afterEach(() => {
  [out, errors] = ['', ''];
});

afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

it('prints a receipt, twice the same', async () => {
  const args = ['type = Equity | sort marketCapitalization desc | rows 1..20', '--data', folder, '--receipt'];
  expect(await screen(args)).toBe(0);
  const first = JSON.parse(out);
  expect(first).toEqual({
    dataDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    countryDates: expect.any(Array),
    universeCount: 300,
    rowCount: 20,
    digest: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  out = '';
  await screen(args);
  expect(JSON.parse(out)).toEqual(first);
});

it('prints which of two screens has each row, and the step of the other that dropped it', async () => {
  const [a, b] = [
    'type = Equity | sort marketCapitalization desc | rows 1..6',
    'type = Equity | beta >= 1 | sort marketCapitalization desc | rows 1..6',
  ];
  const rowsOf = async (text: string): Promise<string[]> => {
    out = '';
    await screen([text, '--data', folder, '--columns', 'symbol']);
    return out.trim().split('\n').slice(1);
  };
  const [symbolsA, symbolsB] = [await rowsOf(a), await rowsOf(b)];
  out = '';
  expect(await screen([a, '--against', b, '--data', folder, '--format', 'json'])).toBe(0);
  const lines = JSON.parse(out) as { in: string; symbol: string; leftAt: number | null; step: string | null }[];
  const those = (...sides: string[]) => lines.filter((line) => sides.includes(line.in)).map(({ symbol }) => symbol);
  expect(those('both', 'a')).toEqual(symbolsA);
  expect(those('both').every((symbol) => symbolsB.includes(symbol))).toBe(true);
  expect(those('b')).toEqual(symbolsB.filter((symbol) => !symbolsA.includes(symbol)));
  expect(those('a').length).toBeGreaterThan(0);
  for (const line of lines.filter((each) => each.in === 'a')) expect([line.leftAt, line.step]).toEqual([1, 'beta >= 1']);
  for (const line of lines.filter((each) => each.in === 'b')) expect([line.leftAt, line.step]).toEqual([2, 'rows 1..6']);

  out = '';
  await screen([a, '--against', b, '--explain', '--data', folder]);
  const changed = those('b').length;
  expect(out).toBe(`a,b,entered,left,moved\n,beta >= 1,${changed},${changed},0\n`);
});

it('prints the column of a formula, and the columns that the steps name', async () => {
  await screen(['let mine = beta * 2 | any of (mine >= 1, close is missing) | rows 1..3', '--data', folder]);
  const [head] = out.split('\n');
  expect(head).toBe('symbol,name,country,mine,close');
});

it.each([
  ['let x = beta + nope | rows 1..3', "the screen can't be run: there is no column nope; line 1, character 16, at “nope"],
  ['rows 1..3 | let x =  beta * (', "the screen can't be read: expected a column"],
  ['rows 1..3 | beta >', "the screen can't be read"],
  ['rows 1..3 | top 3 name', "the screen can't be run: name holds text: it has no numbers to compare; line 1, character 13"],
])('%j ends with status 2 and the place', async (text, message) => {
  expect(await screen([text, '--data', folder])).toBe(2);
  expect(errors).toContain(message);
  expect(errors.trimEnd().split('\n').length).toBe(1);
});

it.each([
  ['P/E', 'P/E: did you mean priceToEarningsRatio?'],
  ['P/S ratio', 'P/S ratio: did you mean priceToSalesRatio?'],
  ['Gross margin', 'Gross margin: did you mean grossProfitMargin?'],
  ['Price / book', 'Price / book: did you mean priceToBookRatio?'],
  ['marketCapitalisation', 'marketCapitalisation: did you mean marketCapitalization?'],
  ['zscore', 'zscore: did you mean altmanZScore?'],
  ['AltmanZ', 'AltmanZ: did you mean altmanZScore?'],
  ['Leverag', 'Leverag: did you mean equityMultiplier or netDebtToEbitda?'],
  ['qqqqqqq', 'qqqqqqq: “panscreen columns” lists the ids'],
])('a column %s that no id is called ends with status 2 and the ids near it', async (name, message) => {
  expect(await screen(['rows 1..3', '--data', folder, '--columns', `symbol,${name}`])).toBe(2);
  expect(errors).toBe(`panscreen screen: --columns: there is no column ${message}\n`);
  errors = '';
  expect(await screen(['', '--data', folder, '--proof', 'A', name])).toBe(2);
});

it('an empty column ends with status 2', async () => {
  expect(await screen(['rows 1..3', '--data', folder, '--columns', 'symbol,'])).toBe(2);
  expect(errors).toBe('panscreen screen: --columns: a column is empty; it takes ids such as marketCapitalization\n');
});

it('writes through a link, and to what is no file without replacing it', async () => {
  const rows = ['rows 1..3', '--data', folder, '--columns', 'symbol'];
  await screen(rows);
  const printed = out;
  const [file, link] = [join(folder, 'rows.csv'), join(folder, 'link.csv')];
  await writeFile(file, 'old');
  await symlink(file, link);
  expect(await screen([...rows, '--out', link])).toBe(0);
  expect([await readlink(link), await readFile(file, 'utf8')]).toEqual([file, printed]);

  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = promisify(execFile)('cat', [pipe]);
  expect(await screen([...rows, '--out', pipe])).toBe(0);
  expect([(await reader).stdout, (await lstat(pipe)).isFIFO()]).toEqual([printed, true]);
});

it('prints how the remaining rows differ, most different first', async () => {
  const text = 'priceToBookRatio <= 1';
  expect(await screen([text, '--data', folder, '--survivors', 'universe'])).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toBe('column,distance,delta,median,median of universe,missing,missing of universe,values,values of universe');
  expect(lines.length).toBe(1 + COLUMNS.filter((column) => !isText(column)).length);
  expect(lines[1]).toMatch(/^priceToBookRatio,/);
  const distances = lines.slice(1).map((line) => Number(line.split(',')[1] || -1));
  expect(distances).toEqual(distances.toSorted((a, b) => b - a));
  out = '';
  await screen([text, '--data', folder, '--survivors', 'sector', '--format', 'json']);
  expect(JSON.parse(out)[0]).toMatchObject({ column: 'priceToBookRatio', missing: 0 });
  expect(await screen([text, '--data', folder, '--survivors', 'planet'])).toBe(2);
});

it('prints a number with its lineage', async () => {
  await screen(['freeCashFlowYield is present | rows 1..1', '--data', folder, '--columns', 'symbol,freeCashFlowYield']);
  const [symbol = '', value = ''] = out.trimEnd().split('\n')[1]!.split(',');
  out = '';
  expect(await screen(['', '--data', folder, '--proof', symbol, 'freeCashFlowYield'])).toBe(0);
  expect(out).toContain(`exactly: ${value}\n`);
  expect(out).toContain(`${value} percent  freeCashFlowYield = freeCashFlow / nz(marketCapitalization)\n`);
  expect(out).toMatch(
    /\n {2}\S+ [A-Z]{3} {2}freeCashFlow = operatingCashflow - optIf\(capitalExpenditures, operatingCashflow\)\n/,
  );
  expect(out).toMatch(/\nreport of: \d{4}-\d\d-\d\d, \d+ days old\nflags:/);
  expect(await screen(['', '--data', folder, '--proof', symbol])).toBe(2);
  expect(await screen(['', '--data', folder, '--proof', symbol, 'nowhere'])).toBe(2);
  expect(await screen(['', '--data', folder, '--proof', 'NOBODY', 'beta'])).toBe(2);
});

it.each([
  ['sector = utilities', 'no sector is called utilities: did you mean Utilities?\n'],
  ['country = Germany', 'no country is called Germany\n'],
  ['close >= 5 GBX', 'no security trades in GBX: did you mean GBP?\n'],
  ['close >= 5 ALL', 'no security trades in ALL\n'],
  ['close >= 5 USD', ''],
])('says that no security has the value of %j', async (text, warning) => {
  expect(await screen([text, '--data', folder])).toBe(0);
  expect(errors).toBe(warning);
});

it.each([
  ['', 2, 'expected --out FILE'],
  [tmpdir(), 1, `--out: ${tmpdir()} is a folder`],
  [join(tmpdir(), 'nowhere', 'rows.csv'), 1, `--out: the folder ${join(tmpdir(), 'nowhere')} is not there`],
])('says why it cannot write to %j', async (file, status, message) => {
  expect(await screen(['rows 1..2', '--data', folder, '--out', file])).toBe(status);
  expect(errors).toBe(`panscreen screen: ${message}\n`);
});
