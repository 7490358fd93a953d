import { describe, expect, it } from 'vitest';
import { answerType, readManifest } from '../../src/wire/manifest.ts';

const hash = (digit: string): string => digit.repeat(32);
const json = { file: `${hash('a')}.json`, bytes: 12, type: 'application/json' };
const vector = { file: `${hash('b')}.f32`, bytes: 12, type: 'application/octet-stream' };
const ANSWERS = { countries: json, 'reverse-index': json, 'header-index': json, 'vector/US': vector };
const MANIFEST = { format: 1, build: hash('0'), created: 1, answers: ANSWERS };

const withAnswer = (call: string, answer: unknown): string =>
  JSON.stringify({ ...MANIFEST, answers: { ...ANSWERS, [call]: answer } });

describe('a manifest', () => {
  it('is read as it was written, with compressed files or without', () => {
    const br = { file: `${hash('c')}.json.br`, bytes: 5 };
    const gzip = { file: `${hash('d')}.json.gz`, bytes: 6 };
    const answers = {
      ...ANSWERS,
      'vector/DE': { ...vector, br: { file: `${hash('e')}.f32.br`, bytes: 0 } },
      'vector-indexing/DE': { ...json, br, gzip },
      'vector-indexing/FR': { ...json, gzip },
      bundles: json,
      'bundle/0': vector,
      'bundle/12': vector,
    };
    const manifest = { ...MANIFEST, answers };
    expect(readManifest(JSON.stringify(manifest))).toEqual(manifest);
  });

  it.each<[string, string]>([
    ['{', 'is not valid JSON'],
    ['null', 'another format than 1'],
    ['7', 'another format than 1'],
    [JSON.stringify({ ...MANIFEST, format: 2 }), 'another format than 1'],
    [JSON.stringify({ ...MANIFEST, build: 7 }), 'names no build'],
    [JSON.stringify({ ...MANIFEST, build: 'b' }), 'names no build'],
    [JSON.stringify({ ...MANIFEST, build: `${hash('0')}\n` }), 'names no build'],
    [JSON.stringify({ ...MANIFEST, build: '0; return 301 https://evil.example; #' }), 'names no build'],
    [JSON.stringify({ ...MANIFEST, created: 'today' }), 'does not say when it was created'],
    [JSON.stringify({ ...MANIFEST, created: undefined }), 'does not say when it was created'],
    [JSON.stringify({ ...MANIFEST, answers: null }), 'names no answers'],
    [JSON.stringify({ ...MANIFEST, answers: 'all' }), 'names no answers'],
    [JSON.stringify({ ...MANIFEST, answers: [json] }), 'names no answers'],
  ])('%s is refused', (text, message) => {
    expect(() => readManifest(text)).toThrow(message);
  });

  it.each(['countries', 'reverse-index', 'header-index'])('without %s is refused', (call) => {
    const answers = Object.fromEntries(Object.entries(ANSWERS).filter(([each]) => each !== call));
    expect(() => readManifest(JSON.stringify({ ...MANIFEST, answers }))).toThrow(`no answer for ${call}`);
  });

  it.each([
    'vector',
    'vector/',
    'vector/../US',
    'vector/U S',
    'vector/US\n',
    'index.html',
    '../countries',
    'Countries',
    '"',
    'bundle',
    'bundle/',
    'bundle/01',
    'bundle/-1',
    'bundle/12345',
    'bundles/0',
  ])('with an answer for %j, which is not a call, is refused', (call) => {
    expect(answerType(call)).toBeNull();
    expect(() => readManifest(withAnswer(call, vector))).toThrow('which is not a call');
  });

  it.each<[string, unknown]>([
    ['is null', null],
    ['has no name', { bytes: 12 }],
    ['has no length', { file: vector.file }],
    ['has a length that is a text', { ...vector, bytes: '12' }],
    ['has a negative length', { ...vector, bytes: -1 }],
    ['has half a byte', { ...vector, bytes: 0.5 }],
    ['has a length without end', { ...vector, bytes: 1e300 }],
    ['leads out of the folder', { ...vector, file: '../manifest.json' }],
    ['begins with a dot', { ...vector, file: `.${vector.file}` }],
    ['is named by no hash', { ...vector, file: 'passwd.f32' }],
    ['is named by half a hash', { ...vector, file: 'abcdef.f32' }],
    ['has another extension', { ...vector, file: `${hash('b')}.html` }],
    ['has the extension of another call', { ...vector, file: json.file }],
    ['has a line break in its name', { ...vector, file: `${vector.file}\n` }],
  ])('that names a file that %s is refused, plain or compressed', (_, wrong) => {
    const refused = (answer: unknown) =>
      expect(() => readManifest(withAnswer('vector/US', answer))).toThrow('names no file for vector/US');
    refused(wrong);
    refused({ ...vector, br: wrong });
    refused({ ...vector, br: { file: `${hash('b')}.f32.br`, bytes: 1 }, gzip: wrong });
  });

  it.each(['text/html', 'text/html;charset=utf-8', 'application/json', undefined, 7])(
    'that gives a vector the type %j is refused',
    (type) => {
      expect(() => readManifest(withAnswer('vector/US', { ...vector, type }))).toThrow(
        'another type than application/octet-stream',
      );
    },
  );
});
