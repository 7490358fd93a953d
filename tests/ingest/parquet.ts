import { writeFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** Writes tab-separated lines as a Parquet file; the columns named hold numbers, empty cells are missing. */
export function parquetWriteFile(path: string, lines: readonly string[], numbers: readonly string[]): void {
  const [header = [], ...rows] = lines.map((line) => line.split('\t'));
  const columnData = header.map((name, index) => {
    const isNumber = numbers.includes(name);
    const cell = (text: string): string | number | null => (text === '' ? null : isNumber ? Number(text) : text);
    return {
      name,
      data: rows.map((row) => cell(row[index] ?? '')),
      type: isNumber ? ('DOUBLE' as const) : ('STRING' as const),
      nullable: true,
    };
  });
  writeFileSync(path, Buffer.from(parquetWriteBuffer({ columnData })));
}
