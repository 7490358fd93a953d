// npm run mutate [-- --sample 150 --seed N --patience SECONDS --slow NAME,… --unreached FILE …]: inserts single mutations and counts those that a
// test detects. --unreached lists those that no test executes. A slow test runs only for the file of the same name. A mutant survives if it
// passes the test of the same name and this many seconds of CPU time of the fastest other tests.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EQUIVALENT } from './mutation/equivalent.mjs';
import { mutantsOf, siteName } from './mutation/mutants.mjs';

const FOLDERS = ['src/catalogue', 'src/wire', 'kernels', 'src/engine'];
const TEST_FOLDERS = ['tests/catalogue', 'tests/wire', 'tests/kernels', 'tests/engine'];
/** Lists of codes compute nothing; workers are tested in their own process and drivers in a browser. */
const LEFT_OUT = [
  'src/catalogue/codes.ts',
  'src/engine/worker/worker.ts',
  'src/engine/worker/universe.ts',
  'src/engine/worker/session.ts',
  'src/engine/worker/timeSlicer.ts',
  'kernels/gpu/renderers.ts',
];
/** A mutant that multiplies a test's CPU time by this has made an endless loop, which counts as detected. */
const HANGS_AFTER_TIMES = 5;
const HANGS_AFTER_MS = 5000;
/** A host that is idle for this many beats, one per second, is deadlocked. */
const IDLE_MS = 30;
const IDLE_BEATS_MAX = 30;
const FIRST_RUN_MS = 900_000;
const SLOW_MS = 120_000;
const CACHE = 'node_modules/.cache/panscreen';
/** CPU time and executed sites of each test, by its fingerprint. */
const KEPT = join(CACHE, 'reached.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    patience: { type: 'string', default: '20' },
    slow: { type: 'string', default: 'accelerator' },
    unreached: { type: 'boolean', default: false },
  },
});

const filesBelow = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];
const sourcesBelow = (paths) => paths.flatMap(filesBelow).filter((file) => file.endsWith('.ts') && !LEFT_OUT.includes(file));
const sources = positionals.length > 0 ? sourcesBelow(positionals) : sourcesBelow(FOLDERS);
/** Sites are recorded for all files, since the cache serves later runs over other files. */
const marks = [...new Set([...sourcesBelow(FOLDERS), ...sources])];
const tests = TEST_FOLDERS.flatMap(filesBelow).filter((file) => file.endsWith('.test.ts'));

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
/** A hash of a test, all of its imports and the marked files. Cyclic imports depend on the cache, so each test starts with an empty one. */
function fingerprint(test) {
  reached.clear();
  const hash = createHash('sha256');
  hash.update(marks.join());
  for (const file of [...reach(test), 'scripts/mutation/mutants.mjs'].sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

let state = Number(values.seed) >>> 0;
/** In [0, bound); xorshift. */
function below(bound) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}

mkdirSync(CACHE, { recursive: true });
const temporary = mkdtempSync(resolve(CACHE, 'run-'));
let host;
function end() {
  host?.child.kill('SIGKILL');
  rmSync(temporary, { recursive: true });
  process.exit(0);
}

/** Sends a line to the host, starting it if necessary. If the answer exceeds the CPU time, kills the host and returns null. */
async function ask(question, limitMs) {
  if (!host) {
    const env = { ...process.env, PANSCREEN_MUTATION: temporary };
    const child = spawn(process.execPath, ['scripts/mutation/host.mjs'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    host = { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), spentMs: 0 };
    await answerOf(({ ready }) => ready !== undefined, Number.POSITIVE_INFINITY);
  }
  host.child.stdin.write(`${JSON.stringify(question)}\n`);
  const answer = await answerOf(({ isKept }) => isKept !== undefined, limitMs);
  if (answer === null) {
    host.child.kill('SIGKILL');
    host = undefined;
  }
  return answer;
}

async function answerOf(isIt, limitMs) {
  const from = host.spentMs;
  let idleBeats = 0;
  for (;;) {
    const { value, done } = await host.lines.next();
    if (done) return null;
    if (!value.startsWith('{')) continue;
    const line = JSON.parse(value);
    idleBeats = line.beat - host.spentMs < IDLE_MS ? idleBeats + 1 : 0;
    host.spentMs = line.beat;
    if (isIt(line)) return line;
    if (host.spentMs - from > limitMs || idleBeats > IDLE_BEATS_MAX) return null;
  }
}

const known = (() => {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch {
    return {};
  }
})();
const [cost, sites] = [new Map(), new Map()];
const PATIENCE_MS = Number(values.patience) * 1000;
const isSlow = (test) => values.slow.split(',').includes(basename(test, '.test.ts'));
for (const test of tests) {
  if (isSlow(test)) {
    cost.set(test, SLOW_MS);
    continue;
  }
  const name = fingerprint(test);
  if (!known[name]) {
    const { isKept, why, ms, reached } = (await ask({ mutant: null, test, marks }, FIRST_RUN_MS)) ?? {};
    if (!isKept) {
      console.error(`${test} fails without any mutant: ${why ?? 'it does not end'}`);
      process.exit(1);
    }
    known[name] = { ms, reached };
    writeFileSync(KEPT, JSON.stringify(known));
  }
  cost.set(test, known[name].ms);
  sites.set(test, new Set(known[name].reached));
}

/** Tests that execute a mutant: the one of the same name first, then the fastest within the limit. */
function testsOf(mutant) {
  const isOwn = (test) => basename(test, '.test.ts') === basename(mutant.file, '.ts');
  const rank = (test) => (isOwn(test) ? 0 : cost.get(test));
  const getsThere = (test) => (isSlow(test) ? isOwn(test) : sites.get(test).has(siteName(mutant)));
  let left = PATIENCE_MS;
  return tests
    .filter(getsThere)
    .sort((a, b) => rank(a) - rank(b))
    .filter((test) => {
      const isInTime = isOwn(test) || cost.get(test) <= left;
      left -= cost.get(test);
      return isInTime;
    });
}

const isListed = (mutant) => (each) =>
  each.file === mutant.file &&
  each.line === mutant.code &&
  (each.was === undefined || (each.was === mutant.was && each.text === mutant.text));
const all = sources.flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')));
const stale = EQUIVALENT.find((each) => sources.includes(each.file) && !all.some((mutant) => isListed(mutant)(each)));
if (stale) {
  console.error(
    `scripts/mutation/equivalent.mjs: ${stale.file} has no “${stale.line}”${stale.was === undefined ? '' : ` with ${stale.was}`} any more`,
  );
  process.exit(1);
}
const mutants = all.filter((mutant) => !EQUIVALENT.some(isListed(mutant)));
if (values.unreached) {
  for (const mutant of mutants) if (testsOf(mutant).length === 0) console.log(`${mutant.file}:${mutant.line}: ${mutant.was}`);
  end();
}
const total = mutants.length;
const sample = [];
while (sample.length < Number(values.sample) && mutants.length > 0) sample.push(...mutants.splice(below(mutants.length), 1));
console.log(`${sample.length} of ${total} mutants of ${sources.length} files, seed ${values.seed}`);

/** The test that detects the mutant and its error, or null. A timeout counts only the second time: the machine may be busy. */
async function killerOf(mutant) {
  for (const test of testsOf(mutant)) {
    for (let times = 1; ; times++) {
      const answer = await ask({ mutant, test, marks: [] }, HANGS_AFTER_MS + HANGS_AFTER_TIMES * cost.get(test));
      if (!answer) return `${test}, which hangs`;
      if (answer.isKept) break;
      if (times === 2 || !/timed out/i.test(answer.why)) return `${test}, ${(answer.why ?? '').split('\n')[0].slice(0, 80)}`;
    }
  }
  return null;
}

const survivors = [];
const folders = new Map();
for (const [index, mutant] of sample.entries()) {
  const killer = await killerOf(mutant);
  const folder = folders.get(dirname(mutant.file)) ?? { killed: 0, all: 0 };
  folders.set(dirname(mutant.file), folder);
  folder.all++;
  if (killer) folder.killed++;
  else survivors.push(mutant);
  const shown = mutant.was.length > 60 ? `${mutant.was.slice(0, 60)}…` : mutant.was;
  const change = `${shown} → ${mutant.text.slice(0, 60)}`.replaceAll(/\s+/g, ' ');
  const fate = killer ? `killed by ${killer}` : `SURVIVED ${testsOf(mutant).length} tests`;
  console.log(`${index + 1}. ${fate}: ${mutant.file}:${mutant.line}: ${change}`);
}
for (const [folder, { killed, all }] of folders) console.log(`${folder}: ${killed} of ${all} killed`);
const share = (100 * (sample.length - survivors.length)) / sample.length;
console.log(`${sample.length - survivors.length} of ${sample.length} killed, ${share.toFixed(1)} %`);
end();
