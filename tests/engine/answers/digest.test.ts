import { describe, expect, it } from 'vitest';
import { digest, Fnv1a, receipt, utf8 } from '../../../src/engine/answers/receipt.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { naiveSecurities } from '../../naive-screen.ts';
import { Random } from '../../random.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

/** The same hash in integers of any size. */
function naiveHash(bytes: Uint8Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
}

function hashOf(bytes: Uint8Array): string {
  const hash = new Fnv1a();
  hash.add(bytes);
  return hash.hex();
}

describe('the hash', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['b', 'af63df4c8601f1a5'],
    ['foobar', '85944171f73967e8'],
  ])('of %j is the published one', (text, expected) => {
    expect(hashOf(utf8(text))).toBe(expected);
  });

  it('equals the hash in integers of any size', () => {
    const random = new Random(1);
    for (let round = 0; round < 300; round++) {
      const bytes = Uint8Array.from({ length: random.below(60) }, () => random.below(256));
      expect(hashOf(bytes)).toBe(naiveHash(bytes));
    }
  });

  it('is over UTF-8', () => {
    const edges = [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff].map((code) =>
      String.fromCodePoint(code),
    );
    const long = ['x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), `${'x'.repeat(63)}ö`, `x${'😀'.repeat(32)}`];
    for (const text of [
      '',
      'BRK.B',
      'Österreich',
      'ABCö',
      '日本',
      '😀',
      '\ud800x',
      '\udfff',
      edges.join(''),
      ...edges,
      ...long,
    ]) {
      const bytes = new TextEncoder().encode(text);
      expect(utf8(text)).toEqual(bytes);
      const hash = new Fnv1a();
      hash.addText(text);
      expect(hash.hex(), text).toBe(naiveHash(bytes));
    }
  });
});

describe('a receipt', async () => {
  const wire = randomUniverse(41, 2, 120);
  const securities = naiveSecurities(wire);
  const [table, again] = [await loadTable(wireSource(wire)), await loadTable(wireSource(wire))];
  const steps = parseScreen('beta >= 0 | sort marketCapitalization desc | rows 1..60');

  it('is equal between two loads, and depends on the rows and their order', () => {
    const { rows } = applySteps(table, steps, null);
    const text = Array.from(rows, (row) => `${securities[row]!.symbol}\t${securities[row]!.exchange}\n`).join('');
    const made = receipt(table, rows);
    expect(made).toEqual(receipt(again, applySteps(again, steps, null).rows));
    expect(made).toMatchObject({ universeCount: 240, rowCount: rows.length, digest: naiveHash(new TextEncoder().encode(text)) });
    expect(digest(table, rows.toReversed())).not.toBe(made.digest);
    expect(digest(table, rows.slice(1))).not.toBe(made.digest);
    expect(digest(table, new Uint32Array(0))).toBe('cbf29ce484222325');
  });

  it('names the newest date of the data', () => {
    const newest = Math.max(...table.numbers('date')!.filter((date) => !Number.isNaN(date)));
    expect(receipt(table, table.rows).dataDate).toBe(new Date(newest * 1000).toISOString().slice(0, 10));
  });

  it('names the countries whose data are older, and those without a date', async () => {
    const dated = randomUniverse(42, 4, 5).map((country, index) => {
      const at = country.columns.indexOf('date');
      const day = [1763510400, 1763424000, Number.NaN, 1763510400][index]!;
      return { ...country, rows: country.rows.map((row) => row.with(at, day)) };
    });
    const [, second, third] = dated.map(({ country }) => country);
    const made = receipt(await loadTable(wireSource(dated)), new Uint32Array(0));
    expect(made.dataDate).toBe('2025-11-19');
    const older = [
      { country: second, date: '2025-11-18' },
      { country: third, date: null },
    ];
    expect(made.countryDates).toEqual(older.sort((a, b) => (a.country! < b.country! ? -1 : 1)));
  });

  it('names no date or country if the data have none', async () => {
    const bare = await loadTable(
      wireSource([{ country: 'US', columns: ['close'], header: ['type'], rows: [[1], [2]], fields: [['Equity'], ['Etf']] }]),
    );
    const made = receipt(bare, bare.rows);
    expect(made).toEqual({
      dataDate: null,
      countryDates: [],
      universeCount: 2,
      rowCount: 2,
      digest: naiveHash(new TextEncoder().encode('\t\n\t\n')),
    });
    const dated = await loadTable(
      wireSource([
        { country: 'US', columns: ['date'], header: ['symbol'], rows: [[86400], [1763510400]], fields: [['A'], ['B']] },
      ]),
    );
    expect(receipt(dated, dated.rows)).toMatchObject({ dataDate: '2025-11-19', countryDates: [] });
  });
});
