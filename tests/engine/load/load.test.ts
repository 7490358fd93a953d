import { describe, expect, it } from 'vitest';
import { VECTOR_IDS } from '../../../src/catalogue/catalogue.ts';
import { type ComputeRatios, Loader, loadTable, type Source } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { cellText } from '../../../src/engine/table/cells.ts';
import type { Table } from '../../../src/engine/table/table.ts';
import { Random } from '../../random.ts';
import { type CountryWire, randomUniverse, wireSource } from '../../universe.ts';

async function loaded(source: Source): Promise<Loader> {
  const loader = new Loader(source, () => {});
  await loader.load();
  return loader;
}

/** Answers late, in an order drawn by a seed. */
function delayed(source: Source, seed: number): Source {
  const random = new Random(seed);
  const wait = () => new Promise((resolve) => setTimeout(resolve, random.below(8)));
  return {
    json: (path) => wait().then(() => source.json(path)),
    bytes: (path) => wait().then(() => source.bytes(path)),
  };
}

const wire = randomUniverse(3, 6, 40);

const elapsed = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

describe('loading', () => {
  it('gives the same table whatever the order in which the countries arrive', async () => {
    const straight = await loadTable(wireSource(wire));
    for (const seed of [1, 2, 3]) {
      const late = await loadTable(delayed(wireSource(wire), seed));
      for (const id of ['marketCapitalization', 'altmanZScore', 'magicFormula', 'latestQuarter'])
        expect(late.numbers(id)).toEqual(straight.numbers(id));
      for (const id of ['symbol', 'sector', 'isAdr']) {
        expect(Array.from(late.rows, cellText(late, id))).toEqual(Array.from(straight.rows, cellText(straight, id)));
      }
    }
  });

  it('shows every country as it arrives, in the order of the countries call, and ranks only at the end', async () => {
    const sizes: number[] = [];
    const shown: Table[] = [];
    const loader = new Loader(delayed(wireSource(wire), 9), (changed) => {
      const table = changed.table();
      if (changed.loading) shown.push(table);
      sizes.push(table.rowCount);
      const countries = Array.from(table.rows, cellText(table, 'country'));
      const order = wire.map(({ country }) => country).filter((country) => countries.includes(country));
      expect([...new Set(countries)]).toEqual(order);
      expect(changed.universe().loading).toBe(changed.loading);
      if (changed.loading) expect(table.numbers('magicFormula')!.every(Number.isNaN)).toBe(true);
    });
    await loader.load();
    expect(sizes).toEqual([40, 80, 120, 160, 200, 240, 240]);
    expect(
      loader
        .table()
        .numbers('magicFormula')!
        .some((rank) => rank > 0),
    ).toBe(true);
    for (const table of shown) expect(table.numbers('magicFormula')!.every(Number.isNaN)).toBe(true);
  });

  it('makes a country wait for earlier ones, so that no row is moved at the end, but not for long', async () => {
    const plain = wireSource(wire);
    for (const [lateMs, isInOrder] of [
      [30, true],
      [1500, false],
    ] as const) {
      const first = wire[0]!.country;
      const source: Source = {
        json: (path) => plain.json(path),
        bytes: async (path) => {
          if (path.includes(first)) await new Promise((resolve) => setTimeout(resolve, lateMs));
          return plain.bytes(path);
        },
      };
      const sizes: number[] = [];
      let shown: Table | undefined;
      const loader = new Loader(
        source,
        (changed) => {
          sizes.push(changed.table().rowCount);
          if (changed.loading) shown = changed.table();
        },
        undefined,
        'own',
        { isShown: Promise.resolve(), late: () => elapsed(500), isSent: () => elapsed(0) },
      );
      await loader.load();
      expect(sizes).toEqual([40, 80, 120, 160, 200, 240, 240]);
      expect(shown!.rows.every((row, position) => row === position)).toBe(isInOrder);
      expect(loader.table().numbers('close')).toEqual((await loadTable(plain)).numbers('close'));
    }
  });

  it('requests one country at a time until there are rows, none until these are on the screen, then several', async () => {
    const asked: string[] = [];
    let [underWay, most] = [0, 0];
    const plain = wireSource([{ ...wire[0]!, country: 'AA', rows: [], fields: [] }, ...wire]);
    const source: Source = {
      json: (path) => plain.json(path),
      bytes: async (path) => {
        asked.push(path);
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 2));
        underWay--;
        return plain.bytes(path);
      },
    };
    let show = (): void => {};
    const isShown = new Promise<void>((resolve) => {
      show = resolve;
    });
    /** Requests made before the ratios are compiled. */
    const early: number[] = [];
    const isSent = (): Promise<unknown> => {
      early.push(asked.length);
      return elapsed(0);
    };
    const loader = new Loader(
      source,
      () => {},
      () => null,
      'own',
      { isShown, late: () => elapsed(500), isSent },
    );
    const loading = loader.load();
    // The first country has no rows.
    await expect.poll(() => loader.rowCount).toBe(40);
    await elapsed(50);
    expect([asked.length, most, loader.rowCount]).toEqual([2, 1, 40]);
    expect(early).toEqual([1]);
    show();
    await loading;
    expect(asked).toHaveLength(wire.length + 1);
    expect(wire.length).toBeGreaterThan(3);
    expect(most).toBeGreaterThan(1);
    expect(loader.universe()).toMatchObject({ loading: false, failure: null });
  });

  it('does not wait long for late first rows, nor for a picture of a universe that is loaded', async () => {
    const plain = wireSource(wire);
    const first = wire[0]!.country;
    let answer = (): void => {};
    const isLate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const source: Source = {
      json: (path) => plain.json(path),
      bytes: async (path) => {
        if (path.endsWith(`/${first}`)) await isLate;
        return plain.bytes(path);
      },
    };
    const late = new Loader(source, ({ rowCount }) => rowCount === 200 && answer(), undefined, 'own', {
      isShown: Promise.resolve(),
      late: () => elapsed(1),
      isSent: () => elapsed(0),
    });
    await late.load();
    expect(late.table().rows.length).toBe(240);

    const alone = new Loader(wireSource(wire.slice(0, 1)), () => {}, undefined, 'own', {
      isShown: new Promise(() => {}),
      late: () => elapsed(1),
      isSent: () => elapsed(0),
    });
    await alone.load();
    expect(alone.table().rows.length).toBe(40);
  });

  it('accepts columns in any order, keeps unknown ones, and tolerates missing ones', async () => {
    const [first] = wire;
    const shuffled: CountryWire = {
      country: 'CA',
      columns: ['sentiment', ...VECTOR_IDS.filter((id) => id !== 'netIncome' && id !== 'totalDebt').reverse()],
      header: ['lei', 'name', 'symbol', 'country', 'currency'],
      rows: first!.rows.map((row, index) => [
        index,
        ...VECTOR_IDS.map((id, at) => [id, row[at]!] as const)
          .filter(([id]) => id !== 'netIncome' && id !== 'totalDebt')
          .map(([, value]) => value)
          .reverse(),
      ]),
      fields: first!.fields.map((_, index) => [`LEI${index}`, `N${index}`, `S${index}`, 'CA', 'USD']),
    };
    const loader = await loaded(wireSource([shuffled]));
    const table = loader.table();
    const universe = loader.universe();
    expect(universe.otherColumns.map(({ id, group, unit }) => [id, group, unit])).toEqual([
      ['sentiment', 'Other', 'ratio'],
      ['lei', 'Other', 'text'],
    ]);
    expect(universe.absentColumns).toEqual(['netIncome']);
    expect([...table.numbers('sentiment')!].slice(0, 3)).toEqual([0, 1, 2]);
    expect(table.numbers('netIncome')).toBeUndefined();
    expect(table.numbers('netProfitMargin')!.every(Number.isNaN)).toBe(true);
    const straight = await loadTable(wireSource([first!]));
    expect(table.numbers('currentRatio')).toEqual(straight.numbers('currentRatio'));
    // The server doesn't send totalDebt: its formula computes it.
    const at = (id: string) => VECTOR_IDS.indexOf(id);
    const row = first!.rows.findIndex((values) => values[at('shortTermDebt')]! > 0 && values[at('longTermDebt')]! > 0);
    expect(table.numbers('totalDebt')![row]).toBe(
      Math.fround(first!.rows[row]![at('shortTermDebt')]! + first!.rows[row]![at('longTermDebt')]!),
    );
    expect(applySteps(table, parseScreen('netIncome >= 0'), null).counts[0]).toEqual({ in: 40, out: 0, failed: 0, missing: 40 });
  });

  it('computes its ratios itself, and reads no text from a vector, whatever a server sends there', async () => {
    const columns = ['totalCurrentAssets', 'totalCurrentLiabilities', 'currentRatio', 'magicFormula', 'sector'];
    const source = wireSource([
      { country: 'US', columns, header: ['symbol', 'sector'], rows: [[6, 2, 99, 98, 97]], fields: [['A', 'Energy']] },
    ]);
    const seen: (number | undefined)[][] = [];
    const loader = new Loader(source, (changed) => {
      const table = changed.table();
      seen.push(['currentRatio', 'magicFormula', 'sector'].map((id) => table.numbers(id)?.[0]));
    });
    await loader.load();
    for (const values of seen) expect(values).toEqual([3, Number.NaN, undefined]);
    expect(seen.length).toBe(2);
  });

  const spoil = (source: Source, country: string, spoiled: Partial<Source>): Source => ({
    json: (path) => (path.endsWith(`vector-indexing/${country}`) && spoiled.json ? spoiled.json(path) : source.json(path)),
    bytes: (path) => (path.endsWith(`vector/${country}`) && spoiled.bytes ? spoiled.bytes(path) : source.bytes(path)),
  });

  it.each<[string, Partial<Source>, string]>([
    ['a truncated vector', { bytes: async () => new Uint8Array(12) }, 'got 12 bytes'],
    ['no vector', { bytes: async () => Promise.reject(new Error('the server answered 500')) }, '500'],
    ['an index of another shape', { json: async () => ({ tickerIndex: 7 }) }, 'tickerIndex is a number'],
    ['an unknown position', { json: async () => ({ tickerIndex: [], headerIndex: { symbol: -3 } }) }, 'position of symbol'],
  ])('loses only the country with %s', async (_, spoiled, reason) => {
    const [second] = [wire[1]!.country];
    let healed = false;
    const good = wireSource(wire);
    const bad = spoil(good, second, spoiled);
    const source: Source = {
      json: (path) => (healed ? good : bad).json(path),
      bytes: (path) => (healed ? good : bad).bytes(path),
    };
    // Nothing of it is written, nor is capacity reserved for its rows.
    const loader = new Loader(source, (changed) => expect(changed.table().rows.length).toBe(changed.table().rowCount));
    await loader.load();
    const universe = loader.universe();
    expect(universe.loading).toBe(false);
    expect(universe.rowCount).toBe(200);
    const failed = universe.countries.filter(({ status }) => status === 'failed');
    expect(failed.map(({ country }) => country)).toEqual([second]);
    expect(failed[0]!.reason).toContain(reason);
    healed = true;
    await loader.retry([second]);
    expect(loader.universe().countries.map((each) => each.reason)).toEqual(wire.map(() => null));
    const straight = await loadTable(good);
    expect(loader.universe().countries.every(({ status }) => status === 'loaded')).toBe(true);
    expect(loader.table().numbers('magicFormula')).toEqual(straight.numbers('magicFormula'));
    expect(loader.table().numbers('close')).toEqual(straight.numbers('close'));
  });

  it('treats a tiny magnitude as zero in ratios, and keeps it elsewhere', async () => {
    const table = await loadTable(
      wireSource([
        {
          country: 'US',
          columns: ['totalCurrentLiabilities', 'totalCurrentAssets'],
          header: ['symbol'],
          rows: [
            [1e-40, 5],
            [2, 5],
          ],
          fields: [['A'], ['B']],
        },
      ]),
    );
    expect([...table.numbers('totalCurrentLiabilities')!]).toEqual([Math.fround(1e-40), 2]);
    expect([...table.numbers('currentRatio')!]).toEqual([Number.NaN, 2.5]);
  });

  it('keeps the texts of a country next to one without rows, in either order', async () => {
    const [first, second] = wire;
    const empty: CountryWire = { ...first!, rows: [], fields: [] };
    for (const countries of [
      [empty, second!],
      [second!, empty],
    ]) {
      const table = await loadTable(delayed(wireSource(countries), 3));
      const alone = await loadTable(wireSource([second!]));
      for (const id of ['symbol', 'name', 'sector']) {
        expect(Array.from(table.rows, cellText(table, id)), id).toEqual(Array.from(alone.rows, cellText(alone, id)));
      }
      expect(table.numbers('close')).toEqual(alone.numbers('close'));
    }
  });

  it('reads a date that is sent as a text, and a text that is sent as something else', async () => {
    const table = await loadTable(
      wireSource([
        {
          country: 'US',
          columns: ['close'],
          header: ['symbol', 'latestQuarter', 'isAdr', 'close', 'name'],
          rows: [[1], [2], [3], [4], [5]],
          fields: [
            ['A', '2025-09-30T23:59:59+02:00', 'TRUE', 7, 5],
            ['B', '30.9.2025', true, 7, { a: 1 } as never],
            ['C', 1759190400, null, 7, false],
            ['D', 'x2025-09-30'],
            ['E', '2025-02-30'],
          ],
        },
      ]),
    );
    expect([...table.numbers('latestQuarter')!]).toEqual(
      [1759190400, Number.NaN, 1759190400, Number.NaN, Number.NaN].map(Math.fround),
    );
    expect(Array.from(table.rows, cellText(table, 'isAdr'))).toEqual(['true', 'true', '', '', '']);
    expect(Array.from(table.rows, cellText(table, 'name'))).toEqual(['5', '{"a":1}', 'false', '', '']);
    // A number column is sent in the vector, not among the fields.
    expect([...table.numbers('close')!]).toEqual([1, 2, 3, 4, 5]);
  });

  it('when abandoned, requests nothing more and reports nothing more', async () => {
    const asked: string[] = [];
    let heard = 0;
    const source = delayed(wireSource(wire), 5);
    const loader: Loader = new Loader(
      {
        json: (path) => {
          asked.push(path);
          return source.json(path);
        },
        bytes: (path) => {
          loader.abandon();
          return source.bytes(path);
        },
      },
      () => heard++,
    );
    await loader.load();
    expect([heard, loader.loading, loader.rowCount]).toEqual([0, true, 0]);
    expect(asked.filter((path) => path.includes('vector-indexing')).length).toBeLessThan(wire.length);
  });

  it('uses the ratios of a faster back end, and the loops for those that it leaves out', async () => {
    const straight = await loadTable(wireSource(wire));
    const seen: { rowCount: number; assets: number[]; lacks: boolean }[] = [];
    const computing = (isDone: boolean) => async () => {
      const compute: ComputeRatios = async (columnOf, rowCount, absent) => {
        seen.push({
          rowCount,
          assets: [...columnOf('totalAssets')!],
          lacks: columnOf('nothing') === undefined && columnOf('magicFormula') === undefined && absent.size === 0,
        });
        columnOf('currentRatio')!.fill(7);
        return isDone;
      };
      const loader = new Loader(
        wireSource(wire),
        () => {},
        () => compute,
      );
      await loader.load();
      return loader.table();
    };
    const taken = await computing(true)();
    expect(taken.numbers('currentRatio')!.every((value) => value === 7)).toBe(true);
    expect(taken.numbers('quickRatio')!.every(Number.isNaN)).toBe(false);
    expect(taken.numbers('totalAssets')).toEqual(straight.numbers('totalAssets'));
    expect(seen.map(({ rowCount, lacks }) => [rowCount, lacks])).toEqual(wire.map(() => [40, true]));
    expect(seen.flatMap(({ assets }) => assets).sort()).toEqual([...straight.numbers('totalAssets')!].sort());
    const left = await computing(false)();
    for (const id of ['currentRatio', 'quickRatio', 'magicFormula']) expect(left.numbers(id)).toEqual(straight.numbers(id));
  });

  it("passes on the publisher's notes on the data, each once", async () => {
    const noted = (notes: readonly (string | undefined)[]): Source => {
      const source = wireSource(wire);
      return {
        bytes: source.bytes,
        json: async (path) => {
          const answer = (await source.json(path)) as object;
          const at = wire.findIndex(({ country }) => path.endsWith(`vector-indexing/${country}`));
          return notes[at] === undefined ? answer : { ...answer, note: notes[at] };
        },
      };
    };
    expect((await loaded(noted([]))).universe().note).toBeNull();
    expect((await loaded(noted(['b', 'a', 'b']))).universe().note).toBe('a; b');
  });

  it('requests no more than eight countries at a time', async () => {
    const many = randomUniverse(4, 20, 2);
    let [underWay, most] = [0, 0];
    const source = delayed(wireSource(many), 2);
    const counted: Source = {
      bytes: source.bytes,
      json: async (path) => {
        const isCountry = path.includes('vector-indexing');
        if (isCountry) most = Math.max(most, ++underWay);
        const answer = await source.json(path);
        if (isCountry) underWay--;
        return answer;
      },
    };
    expect((await loaded(counted)).rowCount).toBe(40);
    expect(most).toBe(8);
  });

  it('gives the reason why nothing can be loaded', async () => {
    const loader = await loaded({
      json: async () => Promise.reject(new Error('the server answered 503')),
      bytes: async () => new Uint8Array(),
    });
    expect(loader.universe()).toMatchObject({ loading: false, rowCount: 0, failure: 'the server answered 503' });
  });

  it('ends with no countries at all', async () => {
    expect((await loaded(wireSource([]))).universe()).toMatchObject({ loading: false, rowCount: 0, failure: null });
  });
});

describe('money', () => {
  const country = (currencies: string[], rates: number[] | null): CountryWire => ({
    country: 'X',
    columns: ['marketCapitalization', 'beta', ...(rates ? ['usdRate'] : [])],
    header: ['symbol', 'currency'],
    rows: currencies.map((_, row) => [100 + row, row, ...(rates ? [rates[row]!] : [])]),
    fields: currencies.map((currency, row) => [`S${row}`, currency]),
  });
  const symbols = async (wired: CountryWire, text: string): Promise<string> => {
    const table = await loadTable(wireSource([wired]));
    return Array.from(applySteps(table, parseScreen(text), null).rows, cellText(table, 'symbol')).join(' ');
  };

  it('is compared in US dollars, and bounds in any currency', async () => {
    const mixed = country(['USD', 'JPY', 'EUR', 'JPY'], [1, 0.0065, 1.1, 0.0065]);
    expect(await symbols(mixed, 'sort marketCapitalization desc')).toBe('S2 S0 S3 S1');
    expect(await symbols(mixed, 'marketCapitalization >= 100')).toBe('S0 S2');
    expect(await symbols(mixed, 'marketCapitalization <= 102 JPY')).toBe('S1');
    expect(await symbols(mixed, 'marketCapitalization >= 1 PLN')).toBe('');
  });

  it('of one currency without a rate is compared unconverted', async () => {
    const euros = country(['EUR', 'EUR', 'EUR'], null);
    expect(await symbols(euros, 'sort marketCapitalization desc | rows 1..2')).toBe('S2 S1');
    expect(await symbols(euros, 'marketCapitalization >= 101 EUR')).toBe('S1 S2');
    expect(await symbols(euros, 'marketCapitalization >= 101')).toBe('');
    expect(await symbols(euros, 'beta >= 1')).toBe('S1 S2');
  });

  it('of unknown currency is treated as dollars', async () => {
    expect(await symbols(country(['', '', ''], null), 'marketCapitalization >= 101 | sort marketCapitalization desc')).toBe(
      'S2 S1',
    );
  });
});
