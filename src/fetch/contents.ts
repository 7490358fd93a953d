/** Verifies a downloaded file's format. */
import { open, readFile } from 'node:fs/promises';
import { Archive } from '../ingest/formats/zip.ts';
import type { Kind } from './addresses.ts';

const HEAD_BYTES = 512;

/** Throws, with a message that continues after “it”, for anything else, such as an error page or half an archive. */
export async function checkContents(path: string, kind: Kind): Promise<void> {
  if (kind === 'zip') {
    let count = 0;
    // A large archive has a million entries: they are only counted.
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

/** The title of an error page, if the file is one. */
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
