/** What the browser keeps, and what comes back from it: links, cookies, settings, saved screens. */
import type { IncomingMessage } from 'node:http';
import { compareReceipts, printReceipt, readReceipt } from '../../src/engine/answers/receiptLink.ts';
import { since } from '../../src/engine/answers/since.ts';
import { takeSnapshot } from '../../src/engine/answers/snapshot.ts';
import { loadTable } from '../../src/engine/load/loader.ts';
import { parseScreen } from '../../src/engine/steps/text.ts';
import { userSets } from '../../src/screener/columns/sets.ts';
import { readChoice } from '../../src/screener/diagnostics/backendChoice.ts';
import { DOCK_MAX_PX, DOCK_MIN_PX, dockWidth } from '../../src/screener/frame/dockWidth.ts';
import { readSavedResult, type SavedResult } from '../../src/screener/saved/savedResult.ts';
import { watchlists } from '../../src/screener/watchlists/lists.ts';
import { choicesAgain } from '../../src/server/cookies.ts';
import { LOCALES } from '../../src/shell/locales.ts';
import { recentScreens } from '../../src/shell/recent.ts';
import type { Random } from '../random.ts';
import { randomUniverse, wireSource } from '../universe.ts';
import { type Parser, Wrong } from './fuzz.ts';
import { mutateTree } from './mutateTree.ts';
import { json, same, textParser } from './text.ts';

const MARKS = 'AAAAAAABzzzz';
const receipt = textParser({
  name: 'receipt',
  seeds: [
    '20251119.60000.3.00c0ffee00c0ffee',
    `20251119.60000.3.00c0ffee00c0ffee.${MARKS}`,
    '.0.0.cbf29ce484222325.',
    // Took no day for a day, and a year alone for no date.
    '20230230.5.5.cbf29ce484222325',
    '2023.5.5.cbf29ce484222325',
  ],
  words: ['.', '20240229', '00000000', 'AAAA', 'cbf29ce484222325'],
  refusal: /^never$/,
  read: (text) => {
    const linked = readReceipt(text);
    if (!linked) return;
    const made = { ...linked, countryDates: [] };
    const printed = printReceipt(made, linked.marks);
    if (!same(readReceipt(printed), linked)) throw new Wrong(`reads “${printed}” as something else`);
    if (linked.dataDate !== null && new Date(`${linked.dataDate}T00:00:00Z`).toISOString().slice(0, 10) !== linked.dataDate)
      throw new Wrong(`there is no ${linked.dataDate}`);
    if (text.includes('.') && linked.dataDate === null && !text.startsWith('.')) throw new Wrong('a date has been lost');
    const marks = [0, 1, 1, 7];
    const { entered, left, moved } = compareReceipts(linked, { ...made, digest: 'other' }, marks);
    const before = linked.marks;
    if (before === null) {
      if (entered !== null || left !== null || moved !== null) throw new Wrong('counts without marks');
      return;
    }
    const countOf = (all: readonly number[], mark: number): number => all.filter((each) => each === mark).length;
    const common = [...new Set(before)].reduce((sum, mark) => sum + Math.min(countOf(before, mark), countOf(marks, mark)), 0);
    if (entered !== marks.length - common || left !== before.length - common) throw new Wrong('other counts than by hand');
    if ((moved ?? 0) > common) throw new Wrong('more have moved than stayed');
  },
});

const CHOICES = new RegExp(
  `^(?:analytics=(?:true|false)|language=(?:${LOCALES.map(({ tag }) => tag).join('|')})); Max-Age=\\d+; Path=/; SameSite=Lax$`,
);
const cookies = textParser({
  name: 'cookies',
  seeds: [
    'analytics=true; language=de',
    'a=b;language=pt-BR; analytics=false',
    'analytics=; analytics=true',
    '__proto__=1',
    'language=de%0d%0a',
  ],
  words: ['analytics=', 'language=', '; ', '=', 'true', 'pt-BR', '\r\nSet-Cookie: a=b', '%3B'],
  refusal: /^never$/,
  read: (text) => {
    const lines = choicesAgain({ headers: { cookie: text } } as IncomingMessage, false);
    for (const line of lines) {
      if (!CHOICES.test(line)) throw new Wrong(`sends “${line}”`);
      const [pair = ''] = line.split(';');
      const first = text
        .split(';')
        .map((part) => part.trim())
        .find((part) => part.split('=')[0] === pair.split('=')[0]);
      if (first !== pair) throw new Wrong(`sends “${pair}”, first was “${first}”`);
    }
    if (new Set(lines.map((line) => line.split('=')[0])).size !== lines.length) throw new Wrong('sends one twice');
  },
});

/** Reads with a text as every setting of this device. */
function withSetting<T>(text: string, read: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem: () => text } });
  try {
    return read();
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const CHOICE = {
  reports: [{ name: 'cpu', status: 'ok', reason: null, renderer: '', selfTestMs: 1, isExact: true, timings: { masks: 1 } }],
  byWork: { ratios: 'cpu', masks: 'cpu', distributions: 'cpu', correlation: 'cpu' },
  forced: null,
  provenFor: 'a',
};
const settings = textParser({
  name: 'settings',
  seeds: [
    '[{"name":"mine","columns":["symbol","beta"]},{"name":"__proto__","columns":[]}]',
    '[{"name":"list","symbols":["A","BRK.B"]},{"name":1,"symbols":["A"]},{"name":"x","symbols":[1]}]',
    '[{"text":"rows 1..5","used":1700000000}]',
    JSON.stringify(CHOICE),
    '{"reports":[null],"byWork":{"masks":"webgpu"},"provenFor":"a"}',
    '420',
    '-5',
    '1e9',
    'Infinity',
  ],
  words: [
    '"name":',
    '"columns":',
    '"symbols":',
    '"text":',
    '"used":',
    '"reports":',
    '"byWork":',
    '"cpu"',
    'null',
    '[',
    ']',
    '{',
    '}',
    '"__proto__":',
  ],
  refusal: /^never$/,
  read: (text) =>
    withSetting(text, () => {
      const stored = json(text);
      const entries = Array.isArray(stored) ? stored.map((entry) => JSON.stringify(entry)) : [];
      const check = (kind: string, found: readonly object[], isWhole: (entry: Record<string, unknown>) => boolean): void => {
        for (const entry of found) {
          if (!entries.includes(JSON.stringify(entry))) throw new Wrong(`${kind}: nobody has stored this`);
          if (!isWhole(entry as Record<string, unknown>)) throw new Wrong(`${kind}: not whole`);
        }
      };
      check('sets', userSets(), ({ name, columns }) => isText(name) && (columns as unknown[]).every(isText));
      check('watchlists', watchlists(), ({ name, symbols }) => isText(name) && (symbols as unknown[]).every(isText));
      check('last screens', recentScreens(), ({ text: screen, used }) => isText(screen) && Number.isFinite(used));
      const choice = readChoice(text);
      for (const name of [...Object.values(choice?.byWork ?? {}), ...(choice?.reports ?? []).map((report) => report.name)])
        if (!isText(name)) throw new Wrong('a back end without a name');
      const width = dockWidth(Number.parseFloat(text));
      if (width !== null && !(Number.isInteger(width) && width >= DOCK_MIN_PX && width <= DOCK_MAX_PX))
        throw new Wrong(`a panel of ${width} px`);
    }),
});

const table = await loadTable(wireSource(randomUniverse(3, 2, 12)));
const STEPS = [
  'type = Equity | sort close desc | rows 1..9',
  'let own = close / beta | own >= 0.5',
  'sector = Energy | beta >= 1',
];
const savedResults = STEPS.map((text): SavedResult => {
  const steps = parseScreen(text);
  return { steps, snapshot: takeSnapshot(table, steps) };
});
const savedResult: Parser<unknown> = {
  name: 'saved screen',
  seeds: [
    ...savedResults,
    null,
    { steps: [null], snapshot: savedResults[0]?.snapshot },
    // Filled the memory: nothing bounded the rows.
    { steps: [], snapshot: { ...savedResults[0]?.snapshot, columns: [], otherColumns: [], rowCount: 4e9 } },
    { ...savedResults[1], snapshot: { ...savedResults[1]?.snapshot, rowCount: -1 } },
  ],
  mutate: (random: Random, input, others) => mutateTree(random, input, others),
  refusal: /^never$/,
  show: (input) => JSON.stringify(input)?.slice(0, 2000) ?? 'undefined',
  read: (input) => {
    const read = readSavedResult(input);
    if (!read) return;
    const { entered, left, stayedCount, after } = since(table, read.steps, read.snapshot);
    if (entered.length + stayedCount !== after.rowCount) throw new Wrong('rows that neither came nor stayed');
    for (const passage of [...entered, ...left]) {
      if (passage.changes.some(({ columnId }) => !isText(columnId))) throw new Wrong('a change of no column');
      if (passage.row !== null && passage.row >= table.rowCount) throw new Wrong('a row that there is not');
    }
  },
};

export const BROWSER_PARSERS = { texts: [receipt, cookies, settings], savedResult };
