// Prints an nginx map from the five calls to the files of a published folder: node scripts/nginx-map.mjs DATA > panscreen.map
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/nginx-map.mjs DATA');
  process.exit(2);
}

// The map becomes part of nginx's configuration, so only values that match these are written.
const BUILD = /^[0-9a-f]{32}$/;
const CALL =
  /^(?:countries|reverse-index|header-index|vector(?:-indexing)?\/[A-Za-z0-9_-]{1,16}|bundles|bundle\/(?:0|[1-9]\d{0,3}))$/;
const FILE = /^[0-9a-f]{32}\.(?:json|f32)(?:\.br|\.gz)?$/;

/** Exits on an invalid entry: a map without it would serve half a build. */
function expect(condition, message) {
  if (condition) return;
  console.error(`nginx-map: ${join(folder, 'manifest.json')}: ${message}`);
  process.exit(1);
}

function readManifest() {
  try {
    const path = join(folder, 'manifest.json');
    expect(lstatSync(path).isFile(), 'is not a file');
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return expect(false, error.message);
  }
}

const { build, answers } = readManifest() ?? {};
expect(typeof build === 'string' && BUILD.test(build), 'names no build: 32 hex digits');
expect(typeof answers === 'object' && answers !== null, 'names no answers');
const calls = Object.entries(answers);
for (const [call, answer] of calls) {
  expect(CALL.test(call), `has an answer for ${JSON.stringify(call.slice(0, 40))}, which is not a call`);
  for (const file of [answer, answer?.br, answer?.gzip]) {
    if (file === undefined && answer !== undefined) continue;
    expect(typeof file?.file === 'string' && FILE.test(file.file), `names no file for ${call}`);
    const found = lstatSync(join(folder, 'files', file.file), { throwIfNoEntry: false });
    expect(found?.isFile() && found.size === file.bytes, `${file.file} of ${call} is not there whole`);
  }
}

const line = (variable, cases) =>
  `map $panscreen_key $${variable} {\n${cases.map(([from, to]) => `  "${from}" "${to}";`).join('\n')}\n}\n`;
const forms = calls.flatMap(([call, answer]) => [
  [`${call} plain`, answer.file],
  [`${call} gzip`, answer.gzip?.file ?? answer.file],
  [`${call} br`, (answer.br ?? answer.gzip ?? answer).file],
]);
const encodings = calls.flatMap(([call, answer]) => [
  [`${call} gzip`, answer.gzip ? 'gzip' : ''],
  [`${call} br`, answer.br ? 'br' : answer.gzip ? 'gzip' : ''],
]);
process.stdout.write(
  `map $http_accept_encoding $panscreen_form {\n  default plain;\n  ~*\\bbr\\b br;\n  ~*\\bgzip\\b gzip;\n}\n`,
);
process.stdout.write(
  `map $uri $panscreen_call {\n  default "";\n  "~/api/screener/(?<panscreen_path>.+)$" $panscreen_path;\n}\n`,
);
process.stdout.write(`map "$panscreen_call $panscreen_form" $panscreen_key {\n  default "$panscreen_call $panscreen_form";\n}\n`);
process.stdout.write(line('panscreen_file', forms));
process.stdout.write(
  line(
    'panscreen_encoding',
    encodings.filter(([, encoding]) => encoding !== ''),
  ),
);
process.stdout.write(
  `map $panscreen_call $panscreen_type {\n  default application/json;\n  ~^(?:vector|bundle)/ application/octet-stream;\n}\n`,
);
process.stdout.write(`map "" $panscreen_build {\n  default "${build}";\n}\n`);
process.stdout.write(
  `map $arg_build $panscreen_cache {\n  default no-cache;\n  "${build}" "public, max-age=31536000, immutable";\n}\n`,
);
