/** Appends today's universe as a snapshot, so that markets without filing days collect a point-in-time history from now on. */
import { FIELD_IDS, VECTOR_IDS } from '../../catalogue/catalogue.ts';
import { SOURCE_FLAGS } from '../../catalogue/company.ts';
import { decodeCodes, decodeNumbers, FILED_COLUMN, ID_COLUMN, readBlockColumns, readLabels } from '../../wire/history.ts';
import type { FieldValue, Indexing } from '../../wire/indexing.ts';
import { readSourceFlags } from '../../wire/sourceFlags.ts';
import { decodeVector } from '../../wire/vector.ts';
import { DAY_SECONDS, isoDay } from '../formats/day.ts';
import { appendBlock, checkEvery } from './append.ts';
import { BlockBuilder, type PublishedRow } from './block.ts';
import { type HistoryStore, openStore } from './store.ts';

export interface PublishedCountry {
  readonly indexing: Indexing;
  readonly vector: Uint8Array;
}

const LATEST_QUARTER = FIELD_IDS.indexOf('latestQuarter');

/** Ids that are stable as long as a security keeps its number: ISIN or CUSIP, otherwise symbol and exchange; both if several share the number. */
function idsOf(rows: readonly (readonly FieldValue[])[]): string[] {
  const text = (row: readonly FieldValue[], id: string): string => String(row[FIELD_IDS.indexOf(id)] ?? '');
  const numbers = rows.map((row) => text(row, 'isin') || text(row, 'cusip'));
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return rows.map((row, at) => {
    const number = numbers[at]!;
    const listed = `${text(row, 'symbol')}@${text(row, 'exchange')}`;
    return number === '' ? listed : counts.get(number) === 1 ? number : `${number} ${listed}`;
  });
}

/** For each security of the last snapshot its newest quarter and when that became known, in epoch seconds. */
async function lastKnown(
  store: HistoryStore,
): Promise<ReadonlyMap<string, { readonly quarter: number; readonly filed: number }>> {
  const block = store.manifest?.blocks.at(-1);
  if (!block) return new Map();
  const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const { numbers, texts } = readBlockColumns(textOf(await store.read(block.columns)));
  const ids = texts[ID_COLUMN];
  if (!ids) return new Map();
  const count = block.dates.length * block.securityCount;
  const valuesOf = async (id: string): Promise<Float32Array> => {
    const values = new Float32Array(count).fill(Number.NaN);
    const file = numbers[id];
    if (file) decodeNumbers(await store.read(file), values);
    return values;
  };
  const labels = readLabels(textOf(await store.read(ids.labels)));
  const codes = decodeCodes(await store.read(ids.codes), count, labels.length);
  const [quarters, filed] = [await valuesOf('latestQuarter'), await valuesOf(FILED_COLUMN)];
  const known = new Map<string, { quarter: number; filed: number }>();
  for (let at = count - block.securityCount; at < count; at++)
    if (codes[at] !== 0) known.set(labels[codes[at]!]!, { quarter: quarters[at]!, filed: filed[at]! });
  return known;
}

/**
 * Appends a build of the data to a daily history. No statement counts as guessed: a quarter became known on the day of the first snapshot
 * that has it.
 * @throws if the history already has that day or a later one
 */
export async function appendPublished(
  history: string,
  countries: readonly PublishedCountry[],
  day: number,
  note: string | null,
): Promise<string> {
  const fields = countries.flatMap(({ indexing: { rows, header } }) =>
    rows.map((row) => FIELD_IDS.map((id) => row[header[id] ?? Number.NaN] ?? null)),
  );
  const columns = VECTOR_IDS.map(() => new Float32Array(fields.length));
  let from = 0;
  for (const { indexing, vector } of countries) {
    decodeVector(vector, indexing.rows.length, VECTOR_IDS.length, columns, from);
    from += indexing.rows.length;
  }
  const store = await openStore(history);
  try {
    checkEvery(store.manifest, 'day');
    const block = blockOf(fields, columns, day, await lastKnown(store));
    const written = await block.write(store);
    const { digest } = await appendBlock(store, written, { every: 'day', todays: [], note });
    return digest;
  } finally {
    await store.close();
  }
}

function blockOf(
  fields: readonly (readonly FieldValue[])[],
  columns: readonly Float32Array[],
  day: number,
  known: ReadonlyMap<string, { readonly quarter: number; readonly filed: number }>,
): BlockBuilder {
  const ids = idsOf(fields);
  const order = Array.from(ids.keys()).sort((a, b) => (ids[a]! < ids[b]! ? -1 : ids[a]! > ids[b]! ? 1 : a - b));
  const block = new BlockBuilder([isoDay(day)]);
  let before = '';
  for (const row of order) {
    // Two securities with the same symbol and exchange can't be told apart.
    if (ids[row] === before) continue;
    before = ids[row]!;
    const quarter = fields[row]![LATEST_QUARTER];
    const last = known.get(before);
    // Days are stored as seconds in a float32, accurate to minutes.
    const isSame = typeof quarter === 'number' && last?.quarter === Math.fround(quarter);
    const filedDay = isSame ? Math.round(last!.filed / DAY_SECONDS) : day;
    block.add(before, [publishedRow(fields[row]!, columns, row, typeof quarter === 'number' ? filedDay : Number.NaN)]);
  }
  return block;
}

function publishedRow(
  fields: readonly FieldValue[],
  columns: readonly Float32Array[],
  row: number,
  filedDay: number,
): PublishedRow {
  return {
    values: Float32Array.from(columns, (values) => values[row]!),
    fields,
    flags: new Map(readSourceFlags(String(fields[FIELD_IDS.indexOf(SOURCE_FLAGS)] ?? ''))),
    texts: {},
    filedDay,
    isGuessed: false,
  };
}
