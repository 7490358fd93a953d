/** Coverage-guided fuzzing in plain Node: inputs that reach new code are kept and changed further. */
import { type Profiler, Session } from 'node:inspector/promises';
import { Random } from '../random.ts';

/** Something that reads what others wrote. */
export interface Parser<T> {
  readonly name: string;
  /** Share of the usual number of inputs in a test run; 1 when absent. */
  readonly share?: number;
  /** Inputs to begin with: right ones, and those that once hurt. */
  readonly seeds: readonly T[];
  mutate(random: Random, input: T, others: readonly T[]): T;
  /** Reads the input, and throws {@link Wrong} where the answer is not right. Any other error is the parser's refusal. A promise is waited for. */
  read(input: T): unknown;
  /** What every refusal says. */
  readonly refusal: RegExp;
  /** What distinguishes two inputs in a report. */
  show(input: T): string;
}

/** A parser took an input and made the wrong thing of it. */
export class Wrong extends Error {}

export interface Finding {
  readonly seed: number;
  readonly input: string;
  readonly what: string;
}

/** An input that takes more of the processor is a hang; by the clock, a busy machine would be one. */
const INPUT_MS = 2000;
/** Threads that a parser may compute on at a time. */
const THREADS = 4;
/** Inputs between two looks at which code has run. */
const BATCH = 250;
const KEPT_MAX = 2000;

/** Every object's prototype as it is before a parser has run. */
const CLEAN = Reflect.ownKeys(Object.prototype).length;

function refuse(parser: Parser<never>, error: unknown): string | null {
  if (error instanceof Wrong) return error.message;
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'ran out of stack';
  return parser.refusal.test(error.message) ? null : `refused with “${error.message}”`;
}

async function read<T>(parser: Parser<T>, input: T): Promise<string | null> {
  try {
    const answer = parser.read(input);
    if (answer instanceof Promise) await answer;
    return null;
  } catch (error) {
    return refuse(parser as Parser<never>, error);
  }
}

/** What is wrong with how the parser takes the input, or null. */
export async function fault<T>(parser: Parser<T>, input: T): Promise<string | null> {
  const from = performance.now();
  const what = await read(parser, input);
  if (Reflect.ownKeys(Object.prototype).length !== CLEAN || 'polluted' in {}) {
    Reflect.deleteProperty(Object.prototype, 'polluted');
    return 'changed the prototype of every object';
  }
  const mayHang = performance.now() - from > INPUT_MS / THREADS;
  return mayHang && (await processorMs(() => read(parser, input))) > INPUT_MS ? `took longer than ${INPUT_MS} ms` : what;
}

/** Asking for the processor's time takes longer than reading most inputs. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** Which blocks of the product's code have run since the last look. */
class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  }

  /** True when code has run that never ran before. */
  async isNew(): Promise<boolean> {
    const { result } = (await this.#session.post('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType;
    let isNew = false;
    for (const { url, functions } of result) {
      if (!/\/(?:src|kernels)\//.test(url)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const block = `${url}:${startOffset}:${endOffset}:${count > 0}`;
          if (count === 0 || this.#seen.has(block)) continue;
          this.#seen.add(block);
          isNew = true;
        }
      }
    }
    return isNew;
  }

  stop(): void {
    this.#session.disconnect();
  }
}

/**
 * Runs so many inputs through the parser, the seeds first.
 * @param seed of the random changes: the same seed gives the same inputs as long as the code is the same
 */
export async function fuzz<T>(parser: Parser<T>, count: number, seed: number, isGuided = true): Promise<Finding[]> {
  const random = new Random(seed);
  const findings: Finding[] = [];
  const kept = [...parser.seeds];
  const coverage = isGuided ? new Coverage() : null;
  const run = async (input: T): Promise<void> => {
    const what = await fault(parser, input);
    if (what !== null) findings.push({ seed, input: parser.show(input), what });
  };
  await coverage?.start();
  try {
    for (const input of parser.seeds) await run(input);
    await coverage?.isNew();
    for (let done = 0; done < count && findings.length < 20; done += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - done) }, () =>
        parser.mutate(random, random.pick(kept), parser.seeds),
      );
      for (const input of batch) await run(input);
      if (coverage && (await coverage.isNew())) {
        // Which of them it was can't be told any more, and hardly matters: some are kept.
        for (let keep = 0; keep < 8; keep++) kept.push(random.pick(batch));
        if (kept.length > KEPT_MAX) kept.splice(parser.seeds.length, kept.length - KEPT_MAX);
      }
    }
  } finally {
    coverage?.stop();
  }
  return findings;
}
