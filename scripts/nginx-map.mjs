// Prints an nginx map from the five calls to the files of a published folder: node scripts/nginx-map.mjs DATA > panscreen.map
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/nginx-map.mjs DATA');
  process.exit(2);
}
const { build, answers } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const line = (variable, cases) =>
  `map $panscreen_key $${variable} {\n${cases.map(([from, to]) => `  "${from}" "${to}";`).join('\n')}\n}\n`;
const calls = Object.entries(answers);
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
  `map $panscreen_call $panscreen_type {\n  default application/json;\n  ~^vector/ application/octet-stream;\n}\n`,
);
process.stdout.write(`map "" $panscreen_build {\n  default ${build};\n}\n`);
