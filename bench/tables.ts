/** The tables of docs/speed.md and docs/robustness.md, from the results in bench/results: `npm run bench -- tables` rewrites them. */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type Cell,
  Figures,
  grouped,
  LIMIT,
  least,
  type Measured,
  measuredWhen,
  milliseconds,
  missed,
  most,
  none,
  PRODUCT,
  RESULTS,
  rough,
  table,
  two,
} from './figures.ts';
import { backtestTable, historyGrowthTable, historyTable } from './historyTables.ts';

const FRAME_MS = 1000 / 60;

/** A run of a fuzzer or of desk work, as docs/robustness.md shows it. */
interface Fuzzed {
  readonly results: readonly {
    readonly parser: string;
    readonly inputs: number;
    readonly seconds: number;
    readonly found: number;
  }[];
}
interface Desk {
  readonly results: readonly {
    readonly held: string;
    readonly early: number;
    readonly second: number;
    readonly last: number;
    /** Largest ratio allowed; null for no limit. */
    readonly ratioMax: number | null;
  }[];
}

const kept = <Kept>(name: string): Kept => JSON.parse(readFileSync(`${RESULTS}/${name}.json`, 'utf8')) as Kept;

const ROWS = 60_000;

/** Workload, its name in the tables, and its goals against a bare loop and the nearest peer. */
const ENGINE: readonly (readonly [work: string, name: string, limitGoal: number | null, peerGoal: number | null])[] = [
  ['W1: ', 'W1: 60 ratios', 0.5, 8],
  ['W1 catalogue', 'W1: the 89 ratios of the catalogue', 0.5, null],
  ['W2', 'W2: 8 filters', 1.3, 4],
  ['W3a', 'W3a: sort by one column', 1.2, 6],
  ['W3b', 'W3b: sort by two columns', 1.2, 6],
  ['W4', 'W4: filter, sort, 10 %, filter, sort, 50', 1.3, 7],
  ['W5', 'W5: summary of every column', 1.2, 20],
  ['W6 last', 'W6: drag the last of 8 filters', null, 4],
  ['W6 first', 'W6: drag the first of 8 filters', null, 4],
  ['correlation', 'Rank correlation, every column with every other', 0.7, null],
];

function engineTable(goals: Figures): string {
  const blank = ['', ''];
  return table(
    [
      'Work',
      'ms',
      'Goal: share of a bare loop’s time',
      'Reached',
      'Goal: times faster than the nearest peer',
      'Reached',
      'Nearest peer',
    ],
    ENGINE.map(([work, name, limitGoal, peerGoal]) => {
      const { medianMs, vsLimit } = goals.one(work, ROWS);
      const peer = goals.nearestPeer(work, ROWS);
      return [
        name,
        milliseconds(medianMs),
        ...(limitGoal === null ? blank : most(vsLimit ?? Number.NaN, limitGoal)),
        ...(peerGoal === null || !peer ? blank : least(peer.times, peerGoal)),
        peer?.name ?? '',
      ];
    }),
  );
}

function growthTable(goals: Figures): string {
  const exponent = /^([\d.]+),/;
  const rows = ENGINE.flatMap(([work, name]) => {
    const goal = { 'W1 catalogue': 1.05, W2: 1.05, W3a: 1.1, W3b: 1.1, W4: 1.1, W5: 1.05 }[work];
    if (goal === undefined) return [];
    const of = (contender: string): number => goals.noted(work, 1_000_000, exponent, `exponent of ${contender}`);
    return [[name, ...most(of(PRODUCT), goal, (value) => value.toFixed(3)), of(LIMIT).toFixed(3)]];
  });
  return table(['Work', 'Goal', 'Reached', 'Bare loop'], rows);
}

function pageTable(goals: Figures): string {
  const ratio = (work: string, contender = PRODUCT): number => goals.one(work, ROWS, contender).vsLimit ?? Number.NaN;
  // In a file, null stands for NaN.
  const ms = (work: string, contender = PRODUCT): number => goals.one(work, ROWS, contender).medianMs ?? Number.NaN;
  const whole = (value: number): string => String(Math.round(value));
  const distributions = 'panscreen, distributions';
  const tasks = (kind: string): number => goals.noted(`load ${kind}: tasks over`, ROWS, /; (\d+) in a visit/);
  const scroll = (way: string, peer: string): number =>
    ms(`scroll ${way}: task a frame`, distributions) / ms(`scroll ${way}: task a frame`, peer);
  const rows: Cell[][] = [
    ...(['last', 'first'] as const).map((which) => [
      `Drag the ${which} of 8 filters, as a share of running all filters again`,
      ...most(ms(`W6 ${which}`) / ms('W2'), 0.5),
    ]),
    ...(['cold', 'warm'] as const).flatMap((kind) => [
      [
        `All countries, ${kind}, as a multiple of fetching the responses of the five calls`,
        ...most(ratio(`load ${kind}: all`), 2),
      ],
      ...goals
        .of(`load ${kind}: the bundles`, ROWS)
        .map(({ medianMs }) => [
          `The same, as a multiple of fetching its bundles`,
          '',
          (ms(`load ${kind}: all`) / medianMs).toFixed(2),
        ]),
      [`First rows, ${kind}, as a share of the time to all`, ...most(ratio(`load ${kind}: first rows`), 0.25)],
      [`Tasks over 50 ms in a ${kind} load, median`, ...none(tasks(kind))],
    ]),
    [
      'Pointer to painted cells in a drag, 95th percentile, ms',
      ...most(goals.noted('W6, pointer', ROWS, /p95 (\d+) ms/), Math.floor(2 * FRAME_MS), whole),
    ],
    ['Grid painted with data in memory, as a multiple of the bare grid library', ...most(ratio('grid painted'), 1.5)],
    ['The same, as a share of AG Grid', ...most(ms('grid painted') / ms('grid painted', 'AG Grid alone'), 0.5)],
    ['Memory of page and worker, as a multiple of rows × columns × 4 bytes', ...most(ratio('memory in the page'), 2.5)],
    ...(['down', 'across'] as const).flatMap((way) => [
      [
        `Scrolling ${way}, main thread per frame, as a multiple of the bare grid library`,
        ...most(ratio(`scroll ${way}: task a frame`, distributions), 1.5),
      ],
      ['The same with the percentile lens', ...most(ratio(`scroll ${way}: task a frame`, `${distributions} and lens`), 1.5)],
      [`Scrolling ${way}, as a share of AG Grid`, ...most(scroll(way, 'AG Grid alone'), 0.4)],
      [`Scrolling ${way}, as a share of Perspective`, ...most(scroll(way, 'Perspective alone'), 0.1)],
    ]),
    [
      'Frame across, 95th percentile, as a multiple of the bare grid library',
      ...most(ratio('scroll across: frame p95', distributions), 1.25),
    ],
    ['All distributions after an edit, ms', ...most(ms('edit to all distributions'), 150, whole)],
    ['Ten steps with ledger and leave-one-out, ms', ...most(ms('ten steps'), 50, whole)],
    ['Order check of ten steps, ms', ...most(ms('order check'), 50, whole)],
    ['Formula column, ms', ...most(ms('formula column'), 10, (value) => value.toFixed(1))],
    ['Survivors over all columns, first, ms', ...most(ms('survivors, 50 % left, first'), 400, whole)],
    ['The same, again, ms', ...most(ms('survivors, 50 % left, again'), 400, whole)],
    ...(['home', 'screener', 'worker'] as const).map((part) => {
      const { note = '', vsLimit } = goals.one(`${part}: bytes`, 0);
      const goal = Number(/at most (\d+) kB/.exec(note)?.[1]);
      return [`Size of ${part}, kB gzip`, ...most(goal * (vsLimit ?? Number.NaN), goal, (value) => value.toFixed(1))];
    }),
  ];
  return table(['What', 'Goal', 'Reached'], rows);
}

function largeTable(large: Figures): string {
  const sizes = [250_000, 1_000_000];
  const works = ENGINE.filter(([work]) => /^W[1-5]/.test(work));
  return table(
    [
      'Work',
      ...sizes.flatMap((rows) => [
        `${rows.toLocaleString('en-US')} rows: share of a bare loop’s time`,
        'Times faster than the nearest peer',
      ]),
    ],
    works.map(([work, name]) => [
      name,
      ...sizes.flatMap((rows) => {
        const peer = large.nearestPeer(work, rows);
        return [two(large.one(work, rows).vsLimit ?? Number.NaN), peer ? `${rough(peer.times)} (${peer.name})` : ''];
      }),
    ]),
  );
}

/** A screen over all dates, for histories of several sizes. */
function scaleTable(scale: Figures): string {
  const work = 'scale: a screen over all dates';
  const contenders = ['panscreen', 'DuckDB', 'ClickHouse'] as const;
  const processor = /^(\d+) ms/;
  const bytes = /; ([\d.]+) bytes/;
  const sizes = [1e6, 1e7, 1e8].filter((rows) => scale.of(work, rows).length > 0);
  const rows = sizes.flatMap((size) =>
    contenders.map((name) => {
      const { bestMs = Number.NaN } = scale.one(work, size, name);
      const noted = (pattern: RegExp): string => grouped(scale.noted(work, size, pattern, name));
      const cpuMs = (of: string): number => scale.noted(work, size, processor, of);
      const share = name === 'panscreen' ? '' : two(cpuMs('panscreen') / cpuMs(name));
      return [grouped(size), name, noted(processor), share, grouped(bestMs), noted(bytes)];
    }),
  );
  return table(['Rows', '', 'ms of CPU time', 'Panscreen’s CPU time as a share', 'ms', 'Bytes per row'], rows);
}

function fuzzTable({ results }: Fuzzed): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  return table(
    ['Parser', 'Inputs', 'Seconds', 'Found'],
    results.map(({ parser, inputs, seconds, found }) => [
      parser,
      number(inputs),
      number(seconds),
      missed(number(found), found > 0),
    ]),
  );
}

function deskTable({ results }: Desk): string {
  return table(
    ['Measure', 'After 2,500 actions', 'Minimum, second quarter', 'Minimum, last quarter', 'Ratio', 'Limit'],
    results.map(({ held, early, second, last, ratioMax }) => {
      const ratio = last / second;
      return [
        held,
        ...[early, second, last].map((value) => value.toLocaleString('en-US')),
        missed(two(ratio), ratioMax !== null && ratio > ratioMax),
        ratioMax === null ? '' : String(ratioMax),
      ];
    }),
  );
}

/** Each page's tables by name. */
export function tablesOf(read: <Kept>(name: string) => Kept = kept): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const goals = new Figures(read<Measured>('goals'));
  const [backtest, history] = [read<Measured>('backtest'), read<Measured>('history')];
  const ages = new Figures(history);
  return {
    'docs/speed.md': {
      engine: engineTable(goals),
      growth: growthTable(goals),
      page: pageTable(goals),
      large: largeTable(new Figures(read<Measured>('large'))),
      backtest: `${backtestTable(new Figures(backtest))}\n\n${measuredWhen(backtest)}`,
      history: `${historyTable(ages)}\n\n${measuredWhen(history)}`,
      'history growth': historyGrowthTable(ages),
      scale: scaleTable(new Figures(read<Measured>('scale'))),
    },
    'docs/robustness.md': { fuzz: fuzzTable(read<Fuzzed>('fuzz')), desk: deskTable(read<Desk>('desk')) },
  };
}

/** Inserts the tables between a page's markers. @throws if one has no markers */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, made]) => {
    const [begin, end] = [`<!-- table: ${name} -->`, `<!-- end of table: ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`no markers for the table ${name}: ${begin} … ${end}`);
    return `${text.slice(0, from + begin.length)}\n\n${made}\n\n${text.slice(to)}`;
  }, page);
}

/** Rewrites all tables in the pages. */
export function writeTables(): void {
  for (const [path, tables] of Object.entries(tablesOf())) writeFileSync(path, withTables(readFileSync(path, 'utf8'), tables));
}
