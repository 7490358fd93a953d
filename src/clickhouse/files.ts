/** The files of a history that a server keeps next to its rows: `history.json` and the sessions, from which a backtest takes the closes between the snapshots. */
import { contentHash } from '../contentHash.ts';
import type { HistorySource } from '../engine/history/source.ts';
import { CLICKHOUSE } from '../sql/clickhouse.ts';
import { HISTORY_FILE, type HistoryFile, historyPath, readHistory } from '../wire/history.ts';
import type { Server } from './client.ts';
import { lengthOf } from './rowBinary.ts';
import { FILES_TABLE, tableName } from './tables.ts';

/** Most bytes of a file per row. */
const CHUNK_BYTES = 1 << 20;
const HASH_DIGITS = 32;

const fromFile = (server: Server, name: string): string =>
  `FROM ${tableName(server, FILES_TABLE)} FINAL WHERE name = ${CLICKHOUSE.text(name)} ORDER BY piece`;

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES));
}

async function hashesOf(server: Server, name: string): Promise<string[]> {
  const rows = await server.rows(`SELECT lower(substring(hex(SHA256(bytes)), 1, ${HASH_DIGITS})) ${fromFile(server, name)}`);
  return rows.map(([hash]) => String(hash));
}

function* rowsOf(name: string, chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  const named = Buffer.from(name);
  for (const [at, chunk] of chunks.entries()) {
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    yield Buffer.concat([lengthOf(named.length), named, place, lengthOf(chunk.length), chunk]);
  }
}

async function pushFile(server: Server, name: string, chunks: readonly Uint8Array[]): Promise<void> {
  const hashes = chunks.map(contentHash).join();
  const isThere = async (): Promise<boolean> => (await hashesOf(server, name)).join() === hashes;
  if (await isThere()) return;
  await server.insert(tableName(server, FILES_TABLE), ['name', 'piece', 'bytes'], rowsOf(name, chunks));
  if (!(await isThere())) throw new Error(`${name}: the server has other bytes: push the history again`);
}

/**
 * Loads the sessions of a history and then, when all that it names is there, its `history.json`.
 * @throws ServerError; an Error when the server has other bytes afterwards
 */
export async function pushFiles(server: Server, source: HistorySource): Promise<void> {
  const text = await source.manifest();
  for (const { head, growth } of readHistory(text).market ?? [])
    for (const file of [head, growth]) await pushFile(server, file.file, chunksOf(await source.bytes(file, historyPath(file))));
  // As one row: the next version replaces it whole, however long it is.
  await pushFile(server, HISTORY_FILE, [Buffer.from(text)]);
}

async function bytesOf(server: Server, name: string): Promise<Buffer> {
  const rows = await server.rows(`SELECT base64Encode(bytes) ${fromFile(server, name)}`);
  if (rows.length === 0)
    throw new Error(
      `${server.address.database} has no ${name} of the history: run "panscreen push" again, which loads its sessions too`,
    );
  return Buffer.concat(rows.map(([text]) => Buffer.from(String(text), 'base64')));
}

/** The files of the history that a server has. Rejects for those that {@link pushFiles} leaves out. */
export function serverFiles(server: Server): HistorySource {
  const bytes = async ({ file, bytes: length }: HistoryFile): Promise<Uint8Array> => {
    const found = await bytesOf(server, file);
    if (found.byteLength !== length || !file.startsWith(contentHash(found)))
      throw new Error(`${file} in ${server.address.database} is not what its name says: run "panscreen push" again`);
    return found;
  };
  return {
    manifest: async () => (await bytesOf(server, HISTORY_FILE)).toString(),
    bytes,
    text: async (file) => Buffer.from(await bytes(file)).toString(),
  };
}
