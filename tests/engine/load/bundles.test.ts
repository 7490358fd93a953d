import { describe, expect, it } from 'vitest';
import { VECTOR_IDS } from '../../../src/catalogue/catalogue.ts';
import { Loader, loadTable, type Source } from '../../../src/engine/load/loader.ts';
import { cellText } from '../../../src/engine/table/cells.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { encodeBundle, writeBundles } from '../../../src/wire/bundle.ts';
import { readIndexing } from '../../../src/wire/indexing.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const wire = randomUniverse(5, 7, 30);
const plain = wireSource(wire);

interface Asked {
  readonly source: Source;
  readonly paths: string[];
}

/** The same universe with bundles of three countries; `change` may break one. */
async function bundled(change: (bytes: Uint8Array, at: number) => Uint8Array = (bytes) => bytes): Promise<Asked> {
  const groups = [0, 3, 6].map((from) => wire.slice(from, from + 3));
  const width = wire[0]!.columns.length;
  const write = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const bundles = await Promise.all(
    groups.map(async (group, at) => {
      const countries = await Promise.all(
        group.map(async ({ country }) => ({
          indexing: readIndexing(await plain.json(`api/screener/vector-indexing/${country}`), {}),
          vector: await plain.bytes(`api/screener/vector/${country}`),
        })),
      );
      return change(encodeBundle(countries, width, write), at);
    }),
  );
  const list = writeBundles(groups.map((group) => group.map(({ country, rows }) => ({ country, rowCount: rows.length }))));
  const paths: string[] = [];
  const source: Source = {
    json: (path) => {
      paths.push(path);
      return plain.json(path);
    },
    bytes: async (path) => {
      paths.push(path);
      return bundles[Number(/bundle\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)] ?? plain.bytes(path);
    },
    bundles: {
      ask: async () => JSON.parse(JSON.stringify(list)),
      parse: (text) => JSON.parse(new TextDecoder().decode(text)),
    },
  };
  return { source, paths };
}

function contents(table: Table): unknown {
  const numbers = [
    ...VECTOR_IDS,
    'altmanZScore',
    'magicFormula',
    'latestQuarter',
    'priceIndex',
    ...table.otherColumns.map(({ id }) => id),
  ];
  const texts = ['symbol', 'sector', 'isAdr', 'currency', 'description'];
  return [
    table.rowCount,
    table.otherColumns,
    ...numbers.map((id) => table.numbers(id)),
    ...texts.map((id) => Array.from(table.rows, cellText(table, id))),
    table.text('sector'),
  ];
}

describe('a universe in bundles', () => {
  it('is, bit for bit, that of the five calls, from a few answers', async () => {
    const { source, paths } = await bundled();
    expect(contents(await loadTable(source))).toEqual(contents(await loadTable(plain)));
    expect(paths.filter((path) => path.includes('bundle/'))).toHaveLength(3);
    expect(paths.filter((path) => path.includes('vector'))).toEqual([]);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['empty', () => new Uint8Array(0)],
    ['of other texts', (bytes) => bytes.map((byte, at) => (at === 4 ? 0x21 : byte))],
  ])('loads the countries of a bundle that is %s by their own calls', async (_, broken) => {
    const { source, paths } = await bundled((bytes, at) => (at === 1 ? broken(bytes) : bytes));
    expect(contents(await loadTable(source))).toEqual(contents(await loadTable(plain)));
    const alone = wire.slice(3, 6).map(({ country }) => `api/screener/vector/${country}`);
    expect(paths.filter((path) => path.includes('vector/')).sort()).toEqual(alone.sort());
  });

  it('is loaded by the five calls if the bundles are absent or of other countries', async () => {
    for (const ask of [async () => [{ ZZ: 1 }], async () => null, () => Promise.reject(new Error('the server answered 404'))]) {
      const { source, paths } = await bundled();
      const table = await loadTable({ ...source, bundles: { ...source.bundles!, ask } });
      expect(table.rowCount).toBe(7 * 30);
      expect(paths.filter((path) => path.includes('bundle/'))).toEqual([]);
    }
  });

  it('loses only a country that neither its bundle nor its own calls provide, and loads it on request', async () => {
    const { source } = await bundled((bytes, at) => (at === 0 ? bytes.subarray(1) : bytes));
    const lost = wire[1]!.country;
    let isLost = true;
    const bytes = async (path: string): Promise<Uint8Array> => {
      if (isLost && path.endsWith(`/${lost}`)) throw new Error('the server answered 500');
      return await source.bytes(path);
    };
    const loader = new Loader({ ...source, bytes }, () => {});
    await loader.load();
    const failed = (): string[] =>
      loader
        .universe()
        .countries.flatMap(({ country, status, reason }) => (status === 'failed' ? [`${country}: ${reason}`] : []));
    expect(failed()).toEqual([`${lost}: the server answered 500`]);
    expect(loader.table().rowCount).toBe(6 * 30);
    isLost = false;
    await loader.retry([lost]);
    expect(failed()).toEqual([]);
    expect(contents(loader.table())).toEqual(contents(await loadTable(plain)));
  });
});
