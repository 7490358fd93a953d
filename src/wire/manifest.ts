import { assert } from '../assert.ts';

/** One file of a published folder: content-hashed, never changed after it was written. */
export interface PublishedFile {
  /** Name below files/: the first 32 hex digits of the content's SHA-256, and an extension. */
  readonly file: string;
  readonly bytes: number;
}

/** The answer of one call, plain and compressed ahead of time where that saves enough. */
export interface PublishedAnswer extends PublishedFile {
  readonly type: 'application/json' | 'application/octet-stream';
  readonly br?: PublishedFile;
  readonly gzip?: PublishedFile;
}

/** manifest.json of a published folder: swapped in whole, it alone says which files are the present build of the data. */
export interface Manifest {
  readonly format: 1;
  /** Digest over all answers: the build of the data. */
  readonly build: string;
  /** Epoch seconds. */
  readonly created: number;
  /** Key: the call's path below api/screener/, such as `vector/US`. */
  readonly answers: Readonly<Record<string, PublishedAnswer>>;
}

export const MANIFEST_FILE = 'manifest.json';
/** The manifest of the build before, for readers in the middle of it. */
export const PREVIOUS_MANIFEST_FILE = 'manifest.previous.json';
export const FILES_FOLDER = 'files';

/** A file of a published folder has a plain name, so that none leads out of the folder. */
const FILE_NAME = /^[\w-][\w.-]{0,100}$/;

function isFile(file: unknown): boolean {
  const { file: name, bytes } = (file ?? {}) as Partial<PublishedFile>;
  return typeof name === 'string' && FILE_NAME.test(name) && typeof bytes === 'number';
}

/** Reads manifest.json. Throws with what is wrong. */
export function readManifest(text: string): Manifest {
  const manifest = parse(text) as Manifest;
  assert(typeof manifest === 'object' && manifest !== null && manifest.format === 1, 'manifest.json is of another format than 1');
  const { build, answers } = manifest;
  assert(
    typeof build === 'string' && typeof answers === 'object' && answers !== null,
    'manifest.json names no build or no answers',
  );
  for (const call of ['countries', 'reverse-index', 'header-index']) {
    assert(Object.hasOwn(answers, call), `manifest.json has no answer for ${call}`);
  }
  for (const [call, answer] of Object.entries(answers)) {
    const files = isFile(answer) ? [answer.br, answer.gzip].filter((file) => file !== undefined) : [answer];
    assert(isFile(answer) && files.every(isFile), `manifest.json names no file for ${call}`);
  }
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('manifest.json is no JSON');
  }
}
