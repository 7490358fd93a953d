// npm run mutate [-- --sample 150 --seed N --skip NAME,… FILE …]: puts single faults into the code and counts those that a test notices.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutation/mutants.mjs';

const ROOMS = ['src/catalogue', 'src/wire', 'src/engine'];
const TEST_ROOMS = ['tests/catalogue', 'tests/wire', 'tests/engine'];
/** Over the lists of codes nothing is computed; a worker and its client are tested as processes of their own. */
const LEFT_OUT = ['src/catalogue/codes.ts', 'src/engine/worker.ts'];
/** A mutant that keeps a test busy so many times longer than usual has made an endless loop, which is noticed. */
const HANGS_AFTER_TIMES = 10;
const HANGS_AFTER_MS = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    skip: { type: 'string', default: 'accelerator' },
  },
});

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];
const sources = (positionals.length > 0 ? positionals : ROOMS)
  .flatMap(filesBelow)
  .filter((file) => file.endsWith('.ts') && !LEFT_OUT.includes(file));
const skipped = values.skip.split(',');
const tests = TEST_ROOMS.flatMap(filesBelow).filter(
  (file) => file.endsWith('.test.ts') && !skipped.includes(basename(file, '.test.ts')),
);

const reached = new Map();
/** Every file that a file imports, itself included. */
function reach(file) {
  const known = reached.get(file);
  if (known) return known;
  const all = new Set([file]);
  reached.set(file, all);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g)) {
    for (const further of reach(relative('.', resolve(dirname(file), name)))) all.add(further);
  }
  return all;
}
/** Imports in a circle are cut short by the cache, so a test's own reach is computed afresh. */
const reachOf = new Map(
  tests.map((test) => {
    reached.clear();
    return [test, reach(test)];
  }),
);

let state = Number(values.seed) >>> 0;
/** In [0, below); xorshift, the same everywhere. */
function below(bound) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}

let host;
/** Sends a line to the host, starting one where none runs; null when it hangs, and is ended. */
async function ask(question, limitMs) {
  if (!host) {
    const child = spawn(process.execPath, ['scripts/mutation/host.mjs'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    host = { child, lines };
    await answerOf(host, HANGS_AFTER_MS * HANGS_AFTER_TIMES);
  }
  host.child.stdin.write(`${JSON.stringify(question)}\n`);
  const answer = await answerOf(host, limitMs);
  if (answer === null) {
    host.child.kill('SIGKILL');
    host = undefined;
  }
  return answer;
}

async function answerOf({ lines }, limitMs) {
  let timer;
  const hangs = new Promise((ended) => {
    timer = setTimeout(() => ended(null), limitMs);
  });
  const next = (async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return null;
      if (value.startsWith('{')) return JSON.parse(value);
    }
  })();
  const answer = await Promise.race([next, hangs]);
  clearTimeout(timer);
  return answer;
}

const cost = new Map();
for (const test of tests) {
  const answer = await ask({ mutant: null, test }, HANGS_AFTER_MS * HANGS_AFTER_TIMES);
  if (!answer?.isKept) {
    console.error(`${test} fails without any mutant`);
    process.exit(1);
  }
  cost.set(test, answer.ms);
}

/** The tests that reach a file: that of its own name first, then the quick ones. */
function testsOf(file) {
  const own = `${basename(file, '.ts')}.test.ts`;
  const rank = (test) => (basename(test) === own ? 0 : cost.get(test));
  return tests.filter((test) => reachOf.get(test).has(file)).sort((a, b) => rank(a) - rank(b));
}

const mutants = sources.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
const total = mutants.length;
const sample = [];
while (sample.length < Number(values.sample) && mutants.length > 0) sample.push(...mutants.splice(below(mutants.length), 1));
console.log(`${sample.length} of ${total} mutants of ${sources.length} files, seed ${values.seed}`);

/** The test that notices the mutant and why it fails, or null. It has to fail twice: a busy machine may let a test fail once. */
async function killerOf(mutant) {
  for (const test of testsOf(mutant.file)) {
    for (let times = 1; ; times++) {
      const answer = await ask({ mutant, test }, HANGS_AFTER_MS + HANGS_AFTER_TIMES * cost.get(test));
      if (!answer) return `${test}, which hangs`;
      if (answer.isKept) break;
      if (times === 2) return `${test}, ${(answer.why ?? '').split('\n')[0].slice(0, 80)}`;
    }
  }
  return null;
}

const survivors = [];
const rooms = new Map();
for (const [index, mutant] of sample.entries()) {
  const killer = await killerOf(mutant);
  const room = rooms.get(dirname(mutant.file)) ?? { killed: 0, all: 0 };
  rooms.set(dirname(mutant.file), room);
  room.all++;
  if (killer) room.killed++;
  else survivors.push(mutant);
  const shown = mutant.was.length > 60 ? `${mutant.was.slice(0, 60)}…` : mutant.was;
  const change = `${shown} → ${mutant.text.slice(0, 60)}`.replaceAll(/\s+/g, ' ');
  console.log(`${index + 1}. ${killer ? `killed by ${killer}` : 'SURVIVED'}: ${mutant.file}:${mutant.line}: ${change}`);
}
for (const [room, { killed, all }] of rooms) console.log(`${room}: ${killed} of ${all} killed`);
const share = (100 * (sample.length - survivors.length)) / sample.length;
console.log(`${sample.length - survivors.length} of ${sample.length} killed, ${share.toFixed(1)} %`);
process.exit(0);
