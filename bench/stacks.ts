/** Where the time of a load goes: sampled stacks of the page and of its worker, drawn as a tree. Names are those of the build: `npx vite build --minify false` keeps them. */
import type { Browser } from 'playwright';
import { newProfile } from './barePage.ts';
import { openBrowser, serveProduct } from './product.ts';
import type { Result } from './results.ts';
import { traced } from './trace.ts';
import { visit } from './visits.ts';

const ROUNDS = 3;
const SHARE_MIN = 0.03;
/** A chain is drawn as one line while so much of it goes to one callee. */
const CHAIN_SHARE = 0.75;
/** Longer between two samples the thread was not sampled. */
const SAMPLE_MS_MAX = 50;
const US_PER_MS = 1000;
const THREADS: Readonly<Record<string, string>> = { CrRendererMain: 'the page', 'DedicatedWorker thread': 'the worker' };

interface ProfileNode {
  readonly id: number;
  readonly parent?: number;
  readonly callFrame: { readonly functionName: string };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly id?: string;
  readonly args: {
    readonly name?: string;
    readonly data?: {
      readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] };
      readonly timeDeltas?: readonly number[];
    };
  };
}

interface Stack {
  ms: number;
  readonly callees: Map<string, Stack>;
}

const newStack = (): Stack => ({ ms: 0, callees: new Map() });

/** Names from the outermost function to the sampled one; a function that calls itself is named once. */
function path(nodes: ReadonlyMap<number, ProfileNode>, sample: number): string[] {
  const names: string[] = [];
  for (let node = nodes.get(sample); node; node = nodes.get(node.parent ?? Number.NaN)) {
    const name = node.callFrame.functionName || '(anonymous)';
    if (name !== names[0]) names.unshift(name === '(program)' ? '(the browser itself)' : name);
  }
  return names.slice(1);
}

function add(stacks: Map<string, Stack>, events: readonly TraceEvent[]): void {
  const threadOf = new Map<string, string>();
  for (const { name, pid, tid, args } of events)
    if (name === 'thread_name' && args.name) threadOf.set(`${pid} ${tid}`, args.name);
  for (const profile of events.filter(({ name }) => name === 'Profile')) {
    const thread = THREADS[threadOf.get(`${profile.pid} ${profile.tid}`) ?? ''];
    if (thread === undefined) continue;
    const whole = stacks.get(thread) ?? newStack();
    stacks.set(thread, whole);
    const nodes = new Map<number, ProfileNode>();
    for (const { name, pid, id, args } of events) {
      if (name !== 'ProfileChunk' || pid !== profile.pid || id !== profile.id) continue;
      for (const node of args.data?.cpuProfile?.nodes ?? []) nodes.set(node.id, node);
      for (const [index, sample] of (args.data?.cpuProfile?.samples ?? []).entries()) {
        const ms = (args.data?.timeDeltas?.[index] ?? 0) / US_PER_MS;
        const names = path(nodes, sample);
        if (names[0] === '(idle)' || ms < 0 || ms > SAMPLE_MS_MAX) continue;
        let stack = whole;
        stack.ms += ms;
        for (const callee of names) {
          const next = stack.callees.get(callee) ?? newStack();
          stack.callees.set(callee, next);
          next.ms += ms;
          stack = next;
        }
      }
    }
  }
}

function draw(stack: Stack, whole: number, depth: number): string[] {
  const worth = ({ callees }: Stack) => [...callees].filter(([, { ms }]) => ms >= SHARE_MIN * whole);
  return worth(stack)
    .sort(([, a], [, b]) => b.ms - a.ms)
    .flatMap(([first, outer]) => {
      let [last, inner] = [first, outer];
      for (let [only, ...others] = worth(inner); only && others.length === 0; [only, ...others] = worth(inner)) {
        if (only[1].ms < CHAIN_SHARE * outer.ms) break;
        [last, inner] = only;
      }
      const share = String(Math.round((100 * outer.ms) / whole)).padStart(3);
      const chain = inner === outer ? first : `${first} … ${last}`;
      return [`${share} % ${'  '.repeat(depth)}${chain}`, ...draw(inner, whole, depth + 1)];
    });
}

async function sample(browser: Browser, address: string): Promise<Map<string, Stack>> {
  const stacks = new Map<string, Stack>();
  for (let round = 0; round <= ROUNDS; round++) {
    const profile = await newProfile(browser);
    const categories = { includedCategories: ['disabled-by-default-v8.cpu_profiler'] };
    const events = await traced<TraceEvent>(browser, categories, () => visit(browser, profile, address, 0));
    // The first one warms up the server.
    if (round > 0) add(stacks, events);
  }
  return stacks;
}

/** Prints the stacks of loads with every country: shares of each thread's busy time, ms of one load. */
export async function measureStacks(): Promise<Result[]> {
  const product = await serveProduct();
  const browser = await openBrowser();
  try {
    for (const [thread, stack] of await sample(browser, product.address)) {
      console.log(`${thread} ${Math.round(stack.ms / ROUNDS)} ms`);
      for (const line of draw(stack, stack.ms, 0)) console.log(line);
    }
    return [];
  } finally {
    await browser.close();
    product.stop();
  }
}
