/** Names of published files: the first digits of the SHA-256 of their content. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const HEX_DIGITS = 32;
const CHUNK_BYTES = 64 * 1024;

export function contentHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HEX_DIGITS);
}

/** {@link contentHash} of the first `bytes` bytes of an open file, read in chunks. */
export async function contentHashOf(file: FileHandle, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, bytes));
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.byteLength, bytes - at), at);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex').slice(0, HEX_DIGITS);
}
