import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/wire/manifest.ts';

const file = { file: 'a1b2.bin', bytes: 12 };
const answer = { ...file, type: 'application/octet-stream' };
const ANSWERS = { countries: answer, 'reverse-index': answer, 'header-index': answer, 'vector/US': answer };
const MANIFEST = { format: 1, build: 'b', created: 1, answers: ANSWERS };

describe('a manifest', () => {
  it('is read as it was written, with compressed files or without', () => {
    const answers = { ...ANSWERS, 'vector/DE': { ...answer, br: file, gzip: file }, 'vector/FR': { ...answer, gzip: file } };
    const manifest = { ...MANIFEST, answers };
    expect(readManifest(JSON.stringify(manifest))).toEqual(manifest);
  });

  it.each<[string, string]>([
    ['{', 'is no JSON'],
    ['null', 'another format than 1'],
    ['7', 'another format than 1'],
    [JSON.stringify({ ...MANIFEST, format: 2 }), 'another format than 1'],
    [JSON.stringify({ ...MANIFEST, build: 7 }), 'names no build or no answers'],
    [JSON.stringify({ ...MANIFEST, answers: null }), 'names no build or no answers'],
    [JSON.stringify({ ...MANIFEST, answers: 'all' }), 'names no build or no answers'],
  ])('%s is refused', (text, message) => {
    expect(() => readManifest(text)).toThrow(message);
  });

  it.each(['countries', 'reverse-index', 'header-index'])('without %s is refused', (call) => {
    const answers = Object.fromEntries(Object.entries(ANSWERS).filter(([each]) => each !== call));
    expect(() => readManifest(JSON.stringify({ ...MANIFEST, answers }))).toThrow(`no answer for ${call}`);
  });

  it.each<[string, unknown]>([
    ['is null', null],
    ['has no name', { bytes: 12 }],
    ['has no length', { file: 'a1b2.bin' }],
    ['has a length that is a text', { ...file, bytes: '12' }],
    ['leads out of the folder', { ...file, file: '../manifest.json' }],
    ['begins with a dot', { ...file, file: '.hidden' }],
    ['has an endless name', { ...file, file: 'a'.repeat(102) }],
  ])('that names a file that %s is refused, plain or compressed', (_, wrong) => {
    const refused = (wrongAnswer: unknown) =>
      expect(() => readManifest(JSON.stringify({ ...MANIFEST, answers: { ...ANSWERS, 'vector/US': wrongAnswer } }))).toThrow(
        'names no file for vector/US',
      );
    refused(wrong);
    refused({ ...answer, br: wrong });
    refused({ ...answer, br: file, gzip: wrong });
  });
});
