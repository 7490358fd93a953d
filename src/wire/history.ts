/**
 * A history on the wire: `history.json` names blocks of dates; each block's own file names one file per column. A file of numbers is
 * float32, little-endian, date-major ([date][security]), −infinity for missing. A text column has uint32 codes in the same order and a list
 * of labels. All files but `history.json` are named after their content and never change.
 */
import { assert } from '../assert.ts';
import { isRecord, parseJson } from './json.ts';
import { FILES_FOLDER, type PublishedFile } from './manifest.ts';

export const HISTORY_FILE = 'history.json';
/** Largest `history.json` that is read: daily snapshots since 1990 take a tenth. */
export const HISTORY_BYTES_MAX = 16 * 1024 * 1024;
/** Names of a history's files. */
export const HISTORY_FILE_NAME = /^[0-9a-f]{32}\.(?:json|f32|f64|u32)(?:\.br|\.gz)?$/;
const HASH = /^[0-9a-f]{32}$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A file, also compressed where that saves enough. */
export interface HistoryFile extends PublishedFile {
  readonly br?: PublishedFile;
  readonly gzip?: PublishedFile;
}

/** Coverage of a snapshot: counts of securities. */
export interface Coverage {
  readonly listed: number;
  readonly priced: number;
  readonly withStatements: number;
  /** Of those with statements: with a figure at an estimated filing date. */
  readonly guessed: number;
}

/** Snapshots published together. */
export interface HistoryBlock {
  /** ISO dates, ascending, later than those of earlier blocks. */
  readonly dates: readonly string[];
  /** One per date. */
  readonly coverage: readonly Coverage[];
  /** Securities of all the dates: values per date in each file. */
  readonly securityCount: number;
  /** Its {@link BlockColumns} as JSON. */
  readonly columns: HistoryFile;
}

/** The files of a block by column. Without a file, numbers are missing in every row and texts are empty. */
export interface BlockColumns {
  readonly numbers: Readonly<Record<string, HistoryFile>>;
  readonly texts: Readonly<Record<string, { readonly codes: HistoryFile; readonly labels: HistoryFile }>>;
  /** Absent when no filing is known, and in older histories. */
  readonly filings?: BlockFilings;
}

/** The filings of the figures: see filings.ts. */
export interface BlockFilings {
  /** Securities of each file, in the order of the rows. */
  readonly securities: number;
  readonly files: readonly HistoryFile[];
}

/** Sessions published together: see marketBlock.ts. */
export interface MarketBlock {
  /** ISO dates of the first and last session. */
  readonly from: string;
  readonly to: string;
  readonly head: HistoryFile;
  readonly growth: HistoryFile;
}

/** A history's id, the same while snapshots are only added, because its first block never changes: 32 hex digits, empty without snapshots. */
export function historyId({ blocks }: Pick<HistoryManifest, 'blocks'>): string {
  return blocks[0]?.columns.file.split('.')[0] ?? '';
}

export interface HistoryManifest {
  readonly format: 1;
  /** Digest over all blocks. */
  readonly digest: string;
  readonly every: 'month' | 'week' | 'day';
  readonly blocks: readonly HistoryBlock[];
  /** Sessions from the first snapshot on; absent in older histories. */
  readonly market?: readonly MarketBlock[];
  /** Company columns with today's value at every date, because no source has another. */
  readonly todays: readonly string[];
  /** A note that must be shown with all figures. */
  readonly note: string | null;
}

/** Column of security ids; empty for a row that is not listed on a date. */
export const ID_COLUMN = 'id';
/** Column of membership in a list: `true` or `false`. */
export const memberColumn = (list: string): string => `in:${list}`;
/** Publication day of the newest statements used, in epoch seconds. */
export const FILED_COLUMN = 'filed';
/** `true` where statements used have no filing date and count as known after a lag. */
export const GUESSED_COLUMN = 'filedGuessed';
/** Accession number of the newest filing. */
export const ACCESSION_COLUMN = 'accession';

const isFile = (file: unknown): boolean => {
  const { file: name, bytes } = (file ?? {}) as Partial<PublishedFile>;
  return typeof name === 'string' && HISTORY_FILE_NAME.test(name) && Number.isSafeInteger(bytes) && (bytes as number) >= 0;
};
const isHistoryFile = (file: unknown): boolean => {
  const { br, gzip } = (file ?? {}) as Partial<HistoryFile>;
  return isFile(file) && (br === undefined || isFile(br)) && (gzip === undefined || isFile(gzip));
};

/** Reads an untrusted `history.json`. Throws with what is wrong. */
export function readHistory(text: string): HistoryManifest {
  const manifest = parseJson(text, HISTORY_FILE) as HistoryManifest;
  assert(
    typeof manifest === 'object' && manifest !== null && manifest.format === 1,
    `${HISTORY_FILE} is of another format than 1`,
  );
  const { digest, every, blocks, todays, note } = manifest;
  assert(typeof digest === 'string' && HASH.test(digest), `${HISTORY_FILE} has no digest: 32 hex digits`);
  assert(every === 'month' || every === 'week' || every === 'day', `${HISTORY_FILE} does not say how often it has a snapshot`);
  assert(Array.isArray(blocks), `${HISTORY_FILE} has no blocks`);
  assert(Array.isArray(todays) && todays.every((id) => typeof id === 'string'), `${HISTORY_FILE} does not say what is today's`);
  assert(note === null || typeof note === 'string', `${HISTORY_FILE}: the note is not a text`);
  let before = '';
  for (const [at, block] of blocks.entries()) {
    const { dates, coverage, securityCount, columns } = (block ?? {}) as HistoryBlock;
    const isWhole =
      Array.isArray(dates) &&
      dates.length > 0 &&
      Array.isArray(coverage) &&
      coverage.length === dates.length &&
      Number.isSafeInteger(securityCount) &&
      securityCount >= 0 &&
      isHistoryFile(columns);
    assert(isWhole, `${HISTORY_FILE}: block ${at + 1} is not whole`);
    for (const date of dates) {
      assert(
        typeof date === 'string' && ISO_DATE.test(date) && date > before,
        `${HISTORY_FILE}: the dates of block ${at + 1} do not rise`,
      );
      before = date;
    }
  }
  checkMarket(manifest.market ?? []);
  return manifest;
}

function checkMarket(market: readonly MarketBlock[]): void {
  assert(Array.isArray(market), `${HISTORY_FILE}: its sessions are not a list`);
  let before = '';
  for (const { from, to, head, growth } of market) {
    const isDated = [from, to].every((date) => typeof date === 'string' && ISO_DATE.test(date));
    assert(isDated && from > before && to >= from, `${HISTORY_FILE}: its sessions do not rise`);
    assert(isHistoryFile(head) && isHistoryFile(growth), `${HISTORY_FILE}: the sessions from ${from} name no files`);
    before = to;
  }
}

/** Reads a block's list of files. Throws with what is wrong. */
export function readBlockColumns(text: string): BlockColumns {
  const columns = parseJson(text, 'a list of columns') as BlockColumns;
  const { numbers, texts } = (columns ?? {}) as Partial<BlockColumns>;
  assert(isRecord(numbers) && isRecord(texts), 'a list of columns has no numbers and texts');
  for (const [id, file] of Object.entries(numbers!)) assert(isHistoryFile(file), `no file is named for ${id.slice(0, 40)}`);
  for (const [id, { codes, labels }] of Object.entries(texts!))
    assert(isHistoryFile(codes) && isHistoryFile(labels), `no files are named for ${id.slice(0, 40)}`);
  if (columns.filings !== undefined) {
    const { securities, files } = columns.filings;
    const isWhole = Number.isSafeInteger(securities) && securities > 0 && Array.isArray(files) && files.every(isHistoryFile);
    assert(isWhole, 'the filings of a block name no files');
  }
  return columns;
}

/** Path of a file in its history's folder. */
export function historyPath({ file }: PublishedFile): string {
  return `${FILES_FOLDER}/${file}`;
}

const BYTES_PER_VALUE = 4;
const MISSING = Number.NEGATIVE_INFINITY;
/** Larger magnitudes are not figures. */
const MAGNITUDE_MAX = Math.fround(3.4028e38);
const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Little-endian four-byte values in host order. Copies only if the alignment or byte order requires it. */
function wordsOf(bytes: Uint8Array, count: number, what: string): Uint32Array {
  assert(
    bytes.byteLength === BYTES_PER_VALUE * count,
    `${what}: got ${bytes.byteLength} bytes, expected ${BYTES_PER_VALUE * count}`,
  );
  if (HOST_IS_LITTLE_ENDIAN && bytes.byteOffset % BYTES_PER_VALUE === 0)
    return new Uint32Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: count }, (_, at) => view.getUint32(at * BYTES_PER_VALUE, true));
}

function bytesOf(words: Uint32Array): Uint8Array {
  if (HOST_IS_LITTLE_ENDIAN) return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const view = new DataView(new ArrayBuffer(words.byteLength));
  for (const [at, word] of words.entries()) view.setUint32(at * BYTES_PER_VALUE, word, true);
  return new Uint8Array(view.buffer);
}

/** The bytes of a block's numbers, NaN for missing. Throws on positive infinity, which is never produced. */
export function encodeNumbers(values: Float32Array): Uint8Array {
  const encoded = values.map((value) => (Number.isNaN(value) ? MISSING : value));
  assert(!encoded.includes(Number.POSITIVE_INFINITY), 'a number of a history is infinite');
  return bytesOf(new Uint32Array(encoded.buffer));
}

/** Decodes a block's numbers into `target`; values that are not finite, or at the end of float32's range, become NaN. Throws for a wrong length. */
export function decodeNumbers(bytes: Uint8Array, target: Float32Array): void {
  const words = wordsOf(bytes, target.length, 'numbers of a history');
  const values = new Float32Array(words.buffer, words.byteOffset, words.length);
  for (let at = 0; at < target.length; at++) target[at] = Math.abs(values[at]!) < MAGNITUDE_MAX ? values[at]! : Number.NaN;
}

export function encodeCodes(codes: Uint32Array): Uint8Array {
  return bytesOf(codes);
}

/** Decodes a block's codes, without a copy where possible. Throws for a wrong length or a code without a label. */
export function decodeCodes(bytes: Uint8Array, count: number, labelCount: number): Uint32Array {
  const codes = wordsOf(bytes, count, 'codes of a history');
  let largest = 0;
  for (let at = 0; at < count; at++) if (codes[at]! > largest) largest = codes[at]!;
  assert(largest < labelCount, `codes of a history: ${largest} of ${labelCount} labels`);
  return codes;
}

/** Reads a block's labels: the first is the empty one. Throws with what is wrong. */
export function readLabels(text: string): readonly string[] {
  const labels = parseJson(text, 'labels');
  const isWhole = Array.isArray(labels) && labels[0] === '' && labels.every((label) => typeof label === 'string');
  assert(isWhole, 'labels of a history are not a list of texts that begins with the empty one');
  return labels as string[];
}
