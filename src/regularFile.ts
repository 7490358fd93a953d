/** Reads files that others may have placed: never follows links, and never blocks on anything but a file. */
import { constants, type FileHandle, open } from 'node:fs/promises';

/** Without O_NONBLOCK, opening a pipe waits for its writer and blocks other file system work. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const LINK_CODES = new Set(['ELOOP', 'EMLINK']);

/** Opens a regular file for reading. Throws for links, folders, pipes and devices; ENOENT when it is missing. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    if (LINK_CODES.has(error.code ?? '')) throw new Error(`${path} is a link, expected a file`, { cause: error });
    if (error.code === 'ENXIO') throw new Error(`${path} is not a file`, { cause: error });
    throw error;
  });
  try {
    if ((await file.stat()).isFile()) return file;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  throw new Error(`${path} is not a file`);
}

/** The first `bytes` bytes of an open file. Throws when there are fewer. */
export async function readExactly(file: FileHandle, bytes: number): Promise<Uint8Array> {
  const read = new Uint8Array(bytes);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(read, at, bytes - at, at);
    if (bytesRead === 0) throw new Error(`the file ends at ${at} of ${bytes} bytes`);
    at += bytesRead;
  }
  return read;
}

/** The bytes of a regular file. Throws like {@link openRegularFile}, and for more than `bytesMax`. */
export async function readRegularFile(path: string, bytesMax: number): Promise<Uint8Array> {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    if (size > bytesMax) throw new Error(`${path} has ${size} bytes, more than ${bytesMax}`);
    return await readExactly(file, size);
  } finally {
    await file.close();
  }
}
