import { parseArgs } from 'node:util';
import { COUNTRIES } from '../catalogue/codes.ts';
import { type DemoHistoryOptions, demoHistory, HISTORY_MONTHS, HISTORY_SECURITIES } from '../demo/history.ts';
import { DEMO_AS_OF, DEMO_SECURITIES, DEMO_SECURITIES_MAX, DEMO_SEED, demoUniverse } from '../demo/universe.ts';
import { DAY_MS, dayOfIso } from '../ingest/formats/day.ts';
import { publishHistory } from '../ingest/history/buildHistory.ts';
import { BIASES, biasPlace, type Knowledge } from '../ingest/history/knowledge.ts';
import { publishTo } from '../ingest/publish/target.ts';
import { Report } from '../ingest/report/report.ts';
import { print, say } from './print.ts';
import { progressOn } from './progress.ts';
import { DEMO_FOLDER, DEMO_HISTORY_FOLDER, dataPlace, isoDay, runCommand, UsageError, wholeNumber } from './usage.ts';

const HELP = `panscreen demo [--out DIR] [--securities N] [--countries CODES] [--seed N] [--as-of DATE]
       panscreen demo --history [--out DIR] [--securities N] [--months N] [--seed N] [--as-of DATE] [--biases]

Generates a synthetic universe of equities and funds in ${COUNTRIES.length} countries: no real companies, and labelled as synthetic on screen.

  --out DIR        folder or s3://bucket/prefix for "panscreen serve" (default: ${DEMO_FOLDER}); replaced as a whole when complete
  --securities N   number of securities (default: ${DEMO_SECURITIES}, at most ${DEMO_SECURITIES_MAX})
  --countries US,… only these countries
  --seed N         seed of the random numbers: the same seed gives the same bytes (default: ${DEMO_SEED})
  --as-of DATE     date of the last prices (default: ${DEMO_AS_OF})
  --history        generate a history instead: ${HISTORY_SECURITIES} US companies at the end of each month, with listings, delistings, splits and
                   restatements (--securities ${HISTORY_SECURITIES}, --out ${DEMO_HISTORY_FOLDER})
  --months N       number of months of the history (default: ${HISTORY_MONTHS})
  --biases         also generate histories with look-ahead, for the bias waterfall of a backtest
`;

const HISTORY_MONTHS_MAX = 600;
const SEED_MAX = 2 ** 31 - 1;
const PLAIN_STEP_PERCENT = 10;

/** Shows progress: in place on a terminal, otherwise a line every ten percent. */
function progressLine(total: number): (done: number) => void {
  let shown = 0;
  return (done) => {
    const percent = Math.floor((100 * done) / total);
    const text = `demo universe: ${percent} % of ${total} securities`;
    if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === total ? '\n' : ''}`);
    else if (percent >= shown + PLAIN_STEP_PERCENT) {
      shown = percent - (percent % PLAIN_STEP_PERCENT);
      process.stderr.write(`${text}\n`);
    }
  };
}

/** Parses comma-separated codes; null for all countries. Throws {@link UsageError}. */
function countryCodes(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  const unknown = codes.find((code) => !COUNTRIES.some((country) => country.code === code));
  if (unknown !== undefined)
    throw new UsageError(
      `--countries takes two-letter codes separated by commas, such as US,JP; there is no “${unknown}” in the demo`,
    );
  return codes;
}

/** Generates the demo history, or appends missing months. */
async function makeHistory(options: DemoHistoryOptions, out: string, withBiases: boolean): Promise<void> {
  const writer = progressOn(process.stderr);
  const since = firstMonth(options);
  const publish = (place: string, knowledge: Knowledge) =>
    publishHistory(
      {
        out: place,
        since,
        until: Number.POSITIVE_INFINITY,
        every: 'month',
        report: new Report(),
        progress: writer.progress,
        knowledge,
      },
      async () => demoHistory(options),
    );
  try {
    const { manifest, added } = await publish(out, 'filed');
    if (withBiases) for (const bias of BIASES) await publish(biasPlace(out, bias), bias);
    const dates = manifest.blocks.flatMap((block) => block.dates);
    await print(
      `${added.length} snapshots of ${options.securities} synthetic companies in ${out}: ${dates[0]} to ${dates.at(-1)}, history ${manifest.digest}\n`,
    );
  } finally {
    writer.end();
  }
}

/** First day of the first month; only completed months count. */
function firstMonth({ asOfDay, months }: DemoHistoryOptions): number {
  const next = new Date((asOfDay + 1) * DAY_MS);
  return Date.UTC(next.getUTCFullYear(), next.getUTCMonth() - months, 1) / DAY_MS;
}

/** `panscreen demo`. Resolves to the exit status. */
export function demo(given: string[]): Promise<number> {
  return runCommand('demo', HELP, given, async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        out: { type: 'string' },
        securities: { type: 'string' },
        history: { type: 'boolean' },
        months: { type: 'string' },
        biases: { type: 'boolean', default: false },
        countries: { type: 'string' },
        seed: { type: 'string', default: String(DEMO_SEED) },
        'as-of': { type: 'string', default: DEMO_AS_OF },
      },
    });
    const usual = values.history ? HISTORY_SECURITIES : DEMO_SECURITIES;
    const securities = wholeNumber('--securities', values.securities ?? String(usual), 1, DEMO_SECURITIES_MAX);
    const countries = countryCodes(values.countries);
    const seed = wholeNumber('--seed', values.seed, 0, SEED_MAX);
    const asOf = isoDay('--as-of', values['as-of']);
    const out = dataPlace('--out', values.out ?? (values.history ? DEMO_HISTORY_FOLDER : DEMO_FOLDER));
    if (values.history) {
      if (countries !== null) throw new UsageError('--countries is for the universe of today: the history is of one country');
      const months = wholeNumber('--months', values.months ?? String(HISTORY_MONTHS), 1, HISTORY_MONTHS_MAX);
      return await makeHistory({ securities, months, seed, asOfDay: dayOfIso(asOf) }, out, values.biases);
    }
    if (values.months !== undefined) throw new UsageError('--months is for --history');
    if (values.biases) throw new UsageError('--biases is for --history');
    const { build, rowCount } = await publishTo(
      out,
      demoUniverse({ securities, countries, seed, asOf }, progressLine(securities)),
      say,
    );
    await print(`${rowCount} synthetic securities in ${out}, build ${build}\n`);
  });
}
