import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RATIOS } from '../../src/catalogue/catalogue.ts';
import { FIELD_COLUMNS } from '../../src/catalogue/fieldColumns.ts';
import { readCountries, readPositions, rowWidth } from '../../src/wire/calls.ts';
import { type FieldValue, readIndexing } from '../../src/wire/indexing.ts';
import { FILES_FOLDER, MANIFEST_FILE, readManifest } from '../../src/wire/manifest.ts';
import { decodeVector } from '../../src/wire/vector.ts';
import { evaluate } from '../naive-formula.ts';

/** A row of a published folder as the page sees it, ratios included. */
export interface PublishedRow {
  readonly field: (id: string) => FieldValue;
  /** Value of a raw column, a statistic or a ratio that reads no rank; NaN for missing. */
  readonly value: (id: string) => number;
}

/** All rows of a published folder by symbol, read the way the page reads them. */
export function publishedRows(folder: string): ReadonlyMap<string, PublishedRow> {
  const manifest = readManifest(readFileSync(join(folder, MANIFEST_FILE), 'utf8'));
  const bytes = (call: string): Uint8Array => readFileSync(join(folder, FILES_FOLDER, manifest.answers[call]?.file ?? 'none'));
  const json = (call: string): unknown => JSON.parse(new TextDecoder().decode(bytes(call)));
  const reverse = readPositions(json('reverse-index'), 'reverse-index');
  const common = readPositions(json('header-index'), 'header-index');
  const width = rowWidth(reverse);
  const rows = new Map<string, PublishedRow>();
  for (const { country } of readCountries(json('countries'))) {
    const { rows: securities, header } = readIndexing(json(`vector-indexing/${country}`), common);
    const columns = Array.from({ length: width }, () => new Float32Array(securities.length));
    decodeVector(bytes(`vector/${country}`), securities.length, width, columns);
    for (const [row, fields] of securities.entries()) {
      const field = (id: string): FieldValue => fields[header[id] ?? Number.NaN] ?? null;
      const value = (id: string): number => {
        const ratio = RATIOS.find((candidate) => candidate.id === id);
        if (ratio) return evaluate(ratio.formula, value);
        const made = FIELD_COLUMNS.find((candidate) => candidate.id === id);
        if (made)
          return made.numberOf(
            (name) => String(field(name) ?? ''),
            (name) => Number(field(name) ?? Number.NaN),
          );
        return columns[reverse[id] ?? Number.NaN]?.[row] ?? Number.NaN;
      };
      rows.set(String(field('symbol')), { field, value });
    }
  }
  return rows;
}
