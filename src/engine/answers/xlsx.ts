/**
 * A workbook (Office Open XML, ECMA-376) with one sheet: a frozen header row of column ids, then a row per security.
 * Numbers and dates have the formats of their columns.
 */
import type { Column } from '../../catalogue/column.ts';
import { shortestFloat } from '../../catalogue/display.ts';
import { isTextColumn, type Table } from '../table/table.ts';
import { utf8 } from './receipt.ts';
import { storedZip } from './storedZip.ts';

/** The archive is not compressed: more cells would make a file of hundreds of megabytes. CSV and Parquet have no limit. */
export const XLSX_CELLS_MAX = 2_000_000;
/** Longest cell text that Excel opens. */
const CELL_CHARS_MAX = 32_767;

const ROWS_AT_A_TIME = 500;

interface Contents {
  readonly columnIds: readonly string[];
  readonly rows: Uint32Array;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Number formats by index in the styles' cellXfs. A gross return is written as stored, as in the other formats. */
const FORMATS = ['General', '0.00', '0.00%', '#,##0', 'yyyy-mm-dd'] as const;
const BOLD = FORMATS.length;

function formatOf({ display }: Column): number {
  if (display === 'date') return FORMATS.indexOf('yyyy-mm-dd');
  if (display === 'percent') return FORMATS.indexOf('0.00%');
  return FORMATS.indexOf(display === 'currency' || display === 'shares' || display === 'count' ? '#,##0' : '0.00');
}

const DAY_SECONDS = 86_400;
/** 1 January 1970 as a spreadsheet date. */
const EPOCH_DAY = 25_569;

/** Characters not allowed in XML, unpaired surrogates included. */
const INVALID_CHARS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .slice(0, CELL_CHARS_MAX)
    .replace(INVALID_CHARS, '\ufffd')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
}

const textCell = (text: string, style = 0): string =>
  text === ''
    ? '<c/>'
    : `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

function cellOf(table: Table, id: string): (row: number) => string {
  const column = table.column(id);
  const text = isTextColumn(table, id) ? table.text(id) : undefined;
  if (text) return (row) => textCell(text.labels[text.codes[row]!] ?? '');
  const values = table.numbers(id);
  if (!values || !column) return () => '<c/>';
  const style = formatOf(column);
  const isDate = column.display === 'date';
  return (row) => {
    const value = values[row]!;
    if (!Number.isFinite(value)) return '<c/>';
    return `<c s="${style}"><v>${isDate ? value / DAY_SECONDS + EPOCH_DAY : shortestFloat(value)}</v></c>`;
  };
}

function* sheet(table: Table, { columnIds, rows }: Contents): Generator<string> {
  const cells = columnIds.map((id) => cellOf(table, id));
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr baseColWidth="14" defaultRowHeight="15"/><sheetData>`;
  yield `<row>${columnIds.map((id) => textCell(id, BOLD)).join('')}</row>`;
  for (let from = 0; from < rows.length; from += ROWS_AT_A_TIME) {
    const part = rows.subarray(from, from + ROWS_AT_A_TIME);
    yield Array.from(part, (row) => `<row>${cells.map((cell) => cell(row)).join('')}</row>`).join('');
  }
  yield '</sheetData></worksheet>';
}

function styles(): string {
  const numbers = FORMATS.map((format, id) => `<numFmt numFmtId="${164 + id}" formatCode="${format}"/>`).join('');
  const formats = FORMATS.map(
    (_, id) => `<xf numFmtId="${id === 0 ? 0 : 164 + id}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
  );
  const bold = '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" applyFont="1"/>';
  return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${numbers}</numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS.length + 1}">${formats.join('')}${bold}</cellXfs></styleSheet>`;
}

const TYPES = `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;
const ROOT = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK = `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Panscreen" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const WORKBOOK_PARTS = `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;

/** Chunks of the sheet, then the archive that contains them. */
export function xlsxChunkCount({ rows }: Contents): number {
  return Math.ceil(rows.length / ROWS_AT_A_TIME) + 4;
}

/** Yields empty chunks while the sheet is written, then the workbook. @throws RangeError for more than XLSX_CELLS_MAX cells */
export function* xlsxChunks(table: Table, options: Contents): Generator<Uint8Array<ArrayBuffer>> {
  const cellCount = options.rows.length * options.columnIds.length;
  if (cellCount > XLSX_CELLS_MAX) {
    throw new RangeError(
      `a workbook holds up to ${XLSX_CELLS_MAX} cells, these are ${cellCount}: take CSV or Parquet, or fewer columns`,
    );
  }
  const chunks: Uint8Array[] = [];
  for (const chunk of sheet(table, options)) {
    chunks.push(utf8(chunk));
    yield new Uint8Array(0);
  }
  const part = (text: string): readonly Uint8Array[] => [utf8(text)];
  yield storedZip([
    ['[Content_Types].xml', part(TYPES)],
    ['_rels/.rels', part(ROOT)],
    ['xl/workbook.xml', part(WORKBOOK)],
    ['xl/_rels/workbook.xml.rels', part(WORKBOOK_PARTS)],
    ['xl/styles.xml', part(styles())],
    ['xl/worksheets/sheet1.xml', chunks],
  ]);
}
