import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentHash } from '../../contentHash.ts';
import { FILES_FOLDER, type PublishedAnswer, type PublishedFile } from '../../wire/manifest.ts';
import { isIntact, writeDurably } from './durable.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const SAVING_MIN = 0.1;
/** A smaller response fits into one packet anyway. */
const COMPRESSED_BYTES_MIN = 512;
const JSON_BROTLI_QUALITY = 6;
/** Float32 mantissas hardly compress: a higher quality takes seconds and gains a percent. */
const VECTOR_BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

export function answerFiles(answer: PublishedAnswer): PublishedFile[] {
  return [answer, answer.br, answer.gzip].filter((file) => file !== undefined);
}

async function write(out: string, bytes: Uint8Array, extension: string): Promise<PublishedFile> {
  const written = { file: `${contentHash(bytes)}.${extension}`, bytes: bytes.byteLength };
  if (!(await isIntact(out, written))) await writeDurably(join(out, FILES_FOLDER, written.file), bytes);
  return written;
}

async function isComplete(out: string, answer: PublishedAnswer): Promise<boolean> {
  const present = await Promise.all(answerFiles(answer).map((file) => isIntact(out, file)));
  return present.every(Boolean);
}

async function brotli(bytes: Uint8Array, isJson: boolean): Promise<Uint8Array> {
  return await compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isJson ? JSON_BROTLI_QUALITY : VECTOR_BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: isJson ? constants.BROTLI_MODE_TEXT : constants.BROTLI_MODE_GENERIC,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}

/** Compressed copies that save at least a tenth. Numbers get no gzip: it gains little, and every browser supports Brotli. */
export async function compressions(bytes: Uint8Array, isJson: boolean): Promise<{ br?: Uint8Array; gzip?: Uint8Array }> {
  if (bytes.byteLength < COMPRESSED_BYTES_MIN) return {};
  const small = (compressed: Uint8Array): boolean => compressed.byteLength <= (1 - SAVING_MIN) * bytes.byteLength;
  const br = await brotli(bytes, isJson);
  const gz = isJson ? await compressGzip(bytes, { level: GZIP_LEVEL }) : null;
  return { ...(small(br) && { br }), ...(gz && small(gz) && { gzip: gz }) };
}

/**
 * Writes the files of one response below `out`, including compressed copies. A response equal to `before` keeps its files and costs one hash.
 */
export async function publishAnswer(
  out: string,
  bytes: Uint8Array,
  type: PublishedAnswer['type'],
  before: PublishedAnswer | undefined,
): Promise<PublishedAnswer> {
  const isJson = type === 'application/json';
  const extension = isJson ? 'json' : 'f32';
  const plain = await write(out, bytes, extension);
  if (before?.file === plain.file && before.type === type && (await isComplete(out, before))) return before;
  const { br, gzip: gz } = await compressions(bytes, isJson);
  return {
    ...plain,
    type,
    ...(br && { br: await write(out, br, `${extension}.br`) }),
    ...(gz && { gzip: await write(out, gz, `${extension}.gz`) }),
  };
}
