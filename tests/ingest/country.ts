import { FIELD_IDS, VECTOR_IDS } from '../../src/catalogue/catalogue.ts';
import type { CountryData } from '../../src/ingest/publish/publish.ts';

/** A country of synthetic figures that differ by `seed`. */
export function country(code: string, rowCount: number, seed = 1): CountryData {
  const columns = VECTOR_IDS.map((_, column) =>
    Float32Array.from({ length: rowCount }, (_, row) =>
      (row + column) % 7 === 0 ? Number.NaN : seed * (row + 1) * (column + 1),
    ),
  );
  const securities = Array.from({ length: rowCount }, (_, row) =>
    FIELD_IDS.map((id) => (id === 'symbol' ? `${code}${row}` : id === 'country' ? code : null)),
  );
  return { country: code, updated: 1_763_596_800 + seed, securities, columns, note: seed === 1 ? 'a note' : null };
}
