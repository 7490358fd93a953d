import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { fileChunks } from '../../../src/engine/answers/export.ts';
import { XLSX_CELLS_MAX } from '../../../src/engine/answers/xlsx.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { wireSource } from '../../universe.ts';

const table = await loadTable(
  wireSource([
    {
      country: 'US',
      columns: ['close', 'date', 'dividendPerShare'],
      header: ['symbol', 'name'],
      rows: [
        [1.1, 1_763_596_800, Number.NEGATIVE_INFINITY],
        [-2.5, Number.NEGATIVE_INFINITY, 3],
      ],
      fields: [
        ['AT&T', '=1+1 <"tag">'],
        ['B', `bell \u0007 and half \ud800`],
      ],
    },
  ]),
);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panscreen-xlsx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What another program reads: the archive's entries by name. Its reader checks sizes and checksums. */
async function parts(columnIds: readonly string[], rows: Uint32Array): Promise<ReadonlyMap<string, string>> {
  const { chunks } = await fileChunks(table, { format: 'xlsx', columnIds, rows });
  const file = join(folder, 'x.xlsx');
  await writeFile(file, Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))));
  const zip = await openPromise(file);
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    texts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  return texts;
}

describe('a workbook', () => {
  it('has the parts that the standard requires, each named by its relations', async () => {
    const found = await parts(['symbol'], Uint32Array.of(0));
    expect([...found.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    for (const [name, text] of found) if (name.endsWith('.rels')) expect(text).toContain('Target=');
  });

  it('writes numbers as numbers, dates as days since 1900, nothing for missing values, and texts unchanged', async () => {
    const sheet =
      (await parts(['symbol', 'name', 'close', 'date', 'dividendPerShare'], Uint32Array.of(1, 0))).get(
        'xl/worksheets/sheet1.xml',
      ) ?? '';
    const rows = sheet.match(/<row>.*?<\/row>/g) ?? [];
    const cells = rows.map((row) =>
      [...row.matchAll(/<c(?:\/>|[^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>)/gs)].map(
        (cell) => cell[1] ?? cell[2] ?? null,
      ),
    );
    expect(cells[0]).toEqual(['symbol', 'name', 'close', 'date', 'dividendPerShare']);
    // 20 November 2025 is day 45,981.
    expect(cells[2]).toEqual(['AT&amp;T', '=1+1 &lt;"tag"&gt;', '1.1', '45981', null]);
    expect(cells[1]).toEqual(['B', 'bell \ufffd and half \ufffd', '-2.5', null, '3']);
    expect(rows[2]).toContain('t="inlineStr"');
  });

  it('refuses more cells than it can hold, and says which format to use instead', async () => {
    const many = new Uint32Array(XLSX_CELLS_MAX + 1);
    const { chunks } = await fileChunks(table, { format: 'xlsx', columnIds: ['close'], rows: many });
    expect(() => [...chunks]).toThrow('take CSV or Parquet');
  });
});
