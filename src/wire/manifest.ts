import { assert } from '../assert.ts';
import { COUNTRY_CODE } from './calls.ts';
import { isRecord, parseJson } from './json.ts';

/** A file of a published folder, named after its content and never changed. */
export interface PublishedFile {
  /** Name below files/: the first 32 hex digits of the content's SHA-256, and an extension. */
  readonly file: string;
  readonly bytes: number;
}

/** The answer of one call, plain and precompressed where that saves enough. */
export interface PublishedAnswer extends PublishedFile {
  readonly type: AnswerType;
  readonly br?: PublishedFile;
  readonly gzip?: PublishedFile;
}

type AnswerType = 'application/json' | 'application/octet-stream';

/** manifest.json of a published folder, replaced as a whole: it alone determines the files of the current build of the data. */
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
/** The previous build's manifest, for readers in the middle of it. */
export const PREVIOUS_MANIFEST_FILE = 'manifest.previous.json';
export const FILES_FOLDER = 'files';
/** Largest manifest that is read: 250 countries take a hundredth. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;
/** Names of published files. */
export const PUBLISHED_FILE = /^[0-9a-f]{32}\.(?:json|f32)(?:\.br|\.gz)?$/;

const BUILD = /^[0-9a-f]{32}$/;
const INDEX_CALLS = ['countries', 'reverse-index', 'header-index'];
/** A call that a build may lack; readers then use the five calls. */
const BUNDLES_CALL = 'bundles';
const BUNDLE_CALL = /^bundle\/(?:0|[1-9]\d{0,3})$/;
const EXTENSIONS: Readonly<Record<AnswerType, string>> = { 'application/json': 'json', 'application/octet-stream': 'f32' };

/** The content type of a call's answer; null for an unknown call. */
export function answerType(call: string): AnswerType | null {
  if (INDEX_CALLS.includes(call) || call === BUNDLES_CALL) return 'application/json';
  if (BUNDLE_CALL.test(call)) return 'application/octet-stream';
  const [, kind, country = ''] = /^(vector|vector-indexing)\/(.*)$/s.exec(call) ?? [];
  if (!kind || !COUNTRY_CODE.test(country)) return null;
  return kind === 'vector' ? 'application/octet-stream' : 'application/json';
}

function isFile(file: unknown, extension: string): boolean {
  const { file: name, bytes } = (file ?? {}) as Partial<PublishedFile>;
  const isNamed = typeof name === 'string' && PUBLISHED_FILE.test(name) && name.slice(name.indexOf('.') + 1) === extension;
  return isNamed && Number.isSafeInteger(bytes) && (bytes as number) >= 0;
}

/** Reads an untrusted manifest.json: files must have our names, answers their call's type. Throws with what is wrong. */
export function readManifest(text: string): Manifest {
  const manifest = parseJson(text, MANIFEST_FILE) as Manifest;
  assert(typeof manifest === 'object' && manifest !== null && manifest.format === 1, 'manifest.json is of another format than 1');
  const { build, created, answers } = manifest;
  assert(typeof build === 'string' && BUILD.test(build), 'manifest.json names no build: 32 hex digits');
  assert(Number.isSafeInteger(created), 'manifest.json does not say when it was created, in epoch seconds');
  assert(isRecord(answers), 'manifest.json names no answers');
  for (const call of INDEX_CALLS) assert(Object.hasOwn(answers, call), `manifest.json has no answer for ${call}`);
  for (const [call, answer] of Object.entries(answers)) checkAnswer(call, answer);
  return manifest;
}

function checkAnswer(call: string, answer: PublishedAnswer): void {
  const type = answerType(call);
  assert(type !== null, `manifest.json has an answer for ${JSON.stringify(call.slice(0, 40))}, which is not a call`);
  const extension = EXTENSIONS[type];
  const isWhole =
    isFile(answer, extension) &&
    (answer.br === undefined || isFile(answer.br, `${extension}.br`)) &&
    (answer.gzip === undefined || isFile(answer.gzip, `${extension}.gz`));
  assert(isWhole, `manifest.json names no file for ${call}: 32 hex digits of its hash, .${extension}, and its length`);
  assert(answer.type === type, `manifest.json gives ${call} another type than ${type}`);
}
