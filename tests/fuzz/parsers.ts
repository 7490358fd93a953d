/** Everything that reads texts or bytes from outside, with inputs to begin with and what a right answer is. */
import { columnById } from '../../src/catalogue/catalogue.ts';
import { FUNCTIONS, parseFormula } from '../../src/catalogue/formula.ts';
import { stepFault } from '../../src/engine/steps/language.ts';
import { parseScreen, printScreen } from '../../src/engine/steps/text.ts';
import { readMapping } from '../../src/ingest/sources/mapping.ts';
import { DEFAULT_IDS } from '../../src/screener/columns/view.ts';
import { readAddress, writeAddress } from '../../src/screener/state/url.ts';
import { matchSecurities } from '../../src/screener/watchlists/match.ts';
import { readCountries, readPositions, rowWidth } from '../../src/wire/calls.ts';
import { readIndexing } from '../../src/wire/indexing.ts';
import { readManifest } from '../../src/wire/manifest.ts';
import { decodeVector, encodeVector } from '../../src/wire/vector.ts';
import { Random } from '../random.ts';
import { randomScreen } from '../random-screen.ts';
import { BROWSER_PARSERS } from './browser.ts';
import { FILE_PARSERS } from './files.ts';
import { type Finding, fuzz, type Parser, Wrong } from './fuzz.ts';
import { mutateBytes } from './mutate.ts';
import { json, same, textParser } from './text.ts';
import { WRITTEN_PARSERS } from './written.ts';

const WORDS = [
  ...'| >= <= = != ( ) , .. * % in not between and sort asc desc rows percent top bottom rank by weight missing worst at least of any all let is present keep median percentile sector country universe'
    .split(' ')
    .map((word) => ` ${word} `),
  'beta',
  'close',
  'marketCapitalization',
  'stats.252.rateBack',
  '1e9 USD',
  '15%',
  '"a b"',
  '`sort`',
  'let own = ',
  'own',
  ' / ',
  'nz(',
];

function randomScreens(count: number): string[] {
  const random = new Random(7);
  const values = (): readonly number[] => [0, 1, -2.5, 1e9, 0.15];
  return Array.from({ length: count }, () => printScreen(randomScreen(random, values)));
}

const screenText = textParser({
  name: 'screen text',
  seeds: [
    '',
    'type = Equity | marketCapitalization >= 1e9 USD | sort beta desc | percent 0..20 | rows 1..50',
    'let own = `close` / nz(beta, 1) | own >= 1 | sort own desc',
    'let a = 1 | let b = a * -a | any(b is missing, a >= 0)',
    ...randomScreens(60),
  ],
  words: WORDS,
  refusal: /./,
  read: (text) => {
    const steps = parseScreen(text);
    const printed = printScreen(steps);
    if (!same(parseScreen(printed), steps)) throw new Wrong(`reads “${printed}” as something else than it printed`);
    if (printScreen(parseScreen(printed)) !== printed) throw new Wrong('prints the same steps in two ways');
    for (const step of steps) stepFault(step, columnById);
  },
});

const formula = textParser({
  name: 'formula',
  seeds: ['1', 'totalAssets / nz(totalLiabilities)', '-(a + b) * ln(c) - optIf(x, y) / 2.5e3', '`odd name` + max(1, avg(p, q))'],
  words: [...Object.keys(FUNCTIONS).map((name) => `${name}(`), 'beta', '(', ')', ',', '+', '-', '*', '/', '`', '1e9'],
  refusal: /./,
  read: (text) => {
    const tree = parseFormula(text);
    const queue = [tree];
    for (let node = queue.pop(); node; node = queue.pop()) {
      if (node.node === 'number' && Number.isNaN(node.value)) throw new Wrong('a number that is none');
      if (node.node === 'binary') queue.push(node.left, node.right);
      if (node.node === 'negate') queue.push(node.operand);
      if (node.node === 'call') {
        if (!Object.hasOwn(FUNCTIONS, node.name)) throw new Wrong(`there is no function ${node.name}`);
        queue.push(...node.operands);
      }
    }
  },
});

const countries = textParser({
  name: 'countries',
  seeds: ['{"US":1763596800,"CH":0}', '{}', '[]', 'null', '{"__proto__":1}', '{"US":"now"}'],
  refusal: /^countries: /,
  read: (text) => {
    const answer = json(text);
    if (answer === undefined) return;
    for (const { country, updated } of readCountries(answer)) {
      if (!/^[\w-]{1,16}$/.test(country) || !Number.isFinite(updated)) throw new Wrong('a country that is none');
    }
  },
});

const positions = textParser({
  name: 'positions',
  seeds: ['{"totalAssets":0,"beta":1}', '{}', '{"a":1,"b":1}', '{"a":-1}', '{"a":1.5}', '{"__proto__":0,"constructor":1}'],
  refusal: /^reverse-index: /,
  read: (text) => {
    const answer = json(text);
    if (answer === undefined) return;
    const found = readPositions(answer, 'reverse-index');
    const taken = Object.values(found);
    if (new Set(taken).size !== taken.length || taken.some((position) => position >= rowWidth(found)))
      throw new Wrong('positions that overlap');
    if (Object.keys(found).length !== Object.keys(answer as object).length) throw new Wrong('a position has been lost');
  },
});

const indexing = textParser({
  name: 'indexing',
  seeds: [
    '{"tickerIndex":[["A","Alpha"],["B"]],"headerIndex":{"symbol":0,"name":1}}',
    '{"tickerIndex":[],"note":"synthetic"}',
    '{"tickerIndex":[1]}',
    '{"tickerIndex":[["__proto__"]],"headerIndex":{"__proto__":0}}',
  ],
  refusal: /^(?:vector-indexing|headerIndex): /,
  read: (text) => {
    const answer = json(text);
    if (answer === undefined) return;
    const { rows, header } = readIndexing(answer, { symbol: 0 });
    if (!rows.every(Array.isArray) || rowWidth(header) < Object.keys(header).length)
      throw new Wrong('rows or header of another kind');
  },
});

const manifest = textParser({
  name: 'manifest',
  seeds: [
    '{"format":1,"build":"00000000000000000000000000000000","created":1,"answers":{"countries":{"file":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.json","bytes":1,"type":"application/json"},"reverse-index":{"file":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.json","bytes":2,"type":"application/json"},"header-index":{"file":"cccccccccccccccccccccccccccccccc.json","bytes":3,"type":"application/json"},"vector/US":{"file":"dddddddddddddddddddddddddddddddd.f32","bytes":4,"type":"application/octet-stream","br":{"file":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee.f32.br","bytes":3}}}}',
    '{"format":2}',
    '{',
  ],
  refusal: /^manifest\.json/,
  read: (text) => {
    const { answers } = readManifest(text);
    for (const { file } of Object.values(answers)) {
      if (typeof file !== 'string' || !/^[0-9a-f]{32}\.(?:json|f32)$/.test(file)) throw new Wrong(`no name of a file: ${file}`);
    }
  },
});

const mapping = textParser({
  name: 'mapping.json',
  seeds: [
    '{"statements":{"TotalAssets":"totalAssets","Capex":"-capitalExpenditures"},"constants":{"statements":{"period":"annual"}}}',
    '{"formulas":{"statements":{"totalAssets":"`a b` + c"}},"require":["prices"],"files":{"prices":"p.csv"},"note":"n"}',
    '{"__proto__":{"polluted":1}}',
    '[]',
  ],
  words: ['"statements"', '"prices"', '"files"', '"../x"', '"symbols"', '{"file":"s.csv","column":"symbol"}'],
  refusal: /^mapping\.json/,
  read: (text) => readMapping(text),
});

const address = textParser({
  name: 'address',
  seeds: [
    '?cols=symbol..',
    '?cols=....name,..',
    '?s=type%20%3D%20Equity%20%7C%20rows%201..50&cols=symbol..name,beta&widths=beta:90,close:120&pin=beta&fold=Company&lens=sector&money=EUR&off=1:beta%20%3E%3D%201',
    '?long=&off=999:x&off=:&widths=__proto__:100',
    '?%',
  ],
  words: ['&s=', '&cols=', '&widths=', '&pin=', '&off=0:', '&lens=rows', '&money=USD', '..', '%7C'],
  refusal: /^never$/,
  read: (query) => {
    const read = readAddress(query, DEFAULT_IDS);
    const again = readAddress(writeAddress(read, '', DEFAULT_IDS), DEFAULT_IDS);
    if (!same({ ...again, text: null }, { ...read, text: null }))
      throw new Wrong(`reads what it wrote as ${JSON.stringify(again)}`);
    if (!read.isLong && again.text !== read.text) throw new Wrong('the text of the steps has changed');
  },
});

const SECURITIES = {
  symbols: ['A', 'BRK.B', 'NESN', 'X'],
  names: ['Agilent Technologies, Inc.', 'Berkshire Hathaway Inc', 'Nestlé S.A.', ''],
  isins: ['US00846U1016', '', 'CH0038863350', ''],
  exchanges: ['NYSE', 'NYSE', 'SIX', ''],
  traded: [4, 3, 2, 1],
};
const watchlist = textParser({
  name: 'watchlist',
  seeds: ['A, BRK.B\nnestle;US00846U1016', 'Agilent Technologies', '"x"\t\'y\''],
  words: ['\n', ';', '\t', 'NESN', 'Berkshire Hathaway'],
  refusal: /^never$/,
  read: (text) => {
    const { symbols } = matchSecurities(text, SECURITIES);
    if (symbols.some((symbol) => !SECURITIES.symbols.includes(symbol))) throw new Wrong('found what is not there');
    if (new Set(symbols).size !== symbols.length) throw new Wrong('found twice');
  },
});

const WIDTH = 3;
const vector: Parser<Uint8Array> = {
  name: 'vector',
  seeds: [
    encodeVector([Float32Array.of(1, 2), Float32Array.of(Number.NaN, -0), Float32Array.of(3e38, 1e-40)], 2),
    encodeVector([new Float32Array(0), new Float32Array(0), new Float32Array(0)], 0),
    new Uint8Array(13),
  ],
  mutate: mutateBytes,
  refusal: /^vector: got \d+ bytes, expected \d+/,
  show: (input) => Buffer.from(input).toString('hex'),
  read: (bytes) => {
    const rowCount = Math.round(bytes.length / (4 * WIDTH));
    const columns = Array.from({ length: WIDTH }, () => new Float32Array(rowCount).fill(7));
    decodeVector(bytes, rowCount, WIDTH, columns);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let row = 0; row < rowCount; row++) {
      for (const [position, column] of columns.entries()) {
        const sent = view.getFloat32(4 * (row * WIDTH + position), true);
        const expected = Math.abs(sent) < Math.fround(3.4028e38) ? sent : Number.NaN;
        if (!Object.is(column[row], expected)) throw new Wrong(`row ${row}, column ${position}: ${column[row]} for ${expected}`);
      }
    }
  },
};

/** A parser whatever it reads. */
export interface Fuzzed {
  readonly name: string;
  /** Share of the usual number of inputs in a test run, for those that write files or ask a database. */
  readonly share: number;
  fuzz(count: number, seed: number, isGuided: boolean): Promise<Finding[]>;
}

function fuzzed<T>(parser: Parser<T>): Fuzzed {
  return { name: parser.name, share: parser.share ?? 1, fuzz: (count, seed, isGuided) => fuzz(parser, count, seed, isGuided) };
}

const TEXT_PARSERS = [screenText, formula, countries, positions, indexing, manifest, mapping, address, watchlist];
export const PARSERS: readonly Fuzzed[] = [
  ...TEXT_PARSERS.map(fuzzed),
  fuzzed(vector),
  ...BROWSER_PARSERS.texts.map(fuzzed),
  fuzzed(BROWSER_PARSERS.savedResult),
  ...FILE_PARSERS.texts.map(fuzzed),
  ...FILE_PARSERS.bytes.map(fuzzed),
  ...WRITTEN_PARSERS.map(fuzzed),
];
