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

/** Reads manifest.json. Throws with what is wrong. */
export function readManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Manifest;
  assert(typeof manifest === 'object' && manifest !== null && manifest.format === 1, 'manifest.json is of another format than 1');
  assert(
    typeof manifest.build === 'string' && typeof manifest.answers === 'object',
    'manifest.json names no build or no answers',
  );
  for (const call of ['countries', 'reverse-index', 'header-index']) {
    assert(manifest.answers[call], `manifest.json has no answer for ${call}`);
  }
  return manifest;
}
