/** Whether a file that has come is what it should be. */
import { open, readFile } from 'node:fs/promises';
import { Archive } from '../ingest/formats/zip.ts';
import type { Kind } from './addresses.ts';

const HEAD_BYTES = 512;

/** Throws, in words that go on behind “it”, when the file is something else: a page that says no, half an archive. */
export async function checkContents(path: string, kind: Kind): Promise<void> {
  if (kind === 'zip') {
    let count = 0;
    // The directory of a large archive has a million entries: they are counted, not kept.
    const archive = await Archive.open(path, () => ++count < 0).catch(() => null);
    if (!archive) throw new Error(`is not a complete zip archive${await beginning(path)}`);
    archive.close();
    if (count === 0) throw new Error('is an empty zip archive');
    return;
  }
  const text = await readFile(path, 'utf8');
  if (kind === 'prices') {
    if (!/^date,/i.test(text)) throw new Error(`is not a table of closing prices${await beginning(path)}`);
    return;
  }
  if (kind === 'csv') {
    if (!/^[^\n<]+,[^\n<]+\n/.test(text)) throw new Error(`is not a table${await beginning(path)}`);
    return;
  }
  try {
    JSON.parse(text);
  } catch {
    throw new Error(`is not complete JSON${await beginning(path)}`);
  }
}

/** How a file begins, where it is a text such as a page with an error. */
async function beginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    const title = /<title>\s*([^<]{1,80})/i.exec(head)?.[1]?.trim();
    return title ? `: a page “${title}”` : bytesRead === 0 ? ': it is empty' : '';
  } finally {
    await file.close();
  }
}
