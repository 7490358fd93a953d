import { parseArgs } from 'node:util';
import { COUNTRIES } from '../catalogue/codes.ts';
import { DEMO_AS_OF, DEMO_SECURITIES, DEMO_SECURITIES_MAX, DEMO_SEED, demoUniverse } from '../demo/universe.ts';
import { publishTo } from '../ingest/publish/target.ts';
import { print, say } from './print.ts';
import { DEMO_FOLDER, dataPlace, isoDay, runCommand, UsageError, wholeNumber } from './usage.ts';

const HELP = `panscreen demo [--out DIR] [--securities N] [--countries CODES] [--seed N] [--as-of DATE]

Makes a synthetic universe of equities and funds in ${COUNTRIES.length} countries: no real companies, and labelled so on the screen.

  --out DIR        folder or s3://bucket/prefix for "panscreen serve" (default: ${DEMO_FOLDER}); swapped in whole when complete
  --securities N   how many (default: ${DEMO_SECURITIES}, at most ${DEMO_SECURITIES_MAX})
  --countries US,… of these countries alone
  --seed N         another universe for another number, the same bytes for the same (default: ${DEMO_SEED})
  --as-of DATE     date of the last prices (default: ${DEMO_AS_OF})
`;

const SEED_MAX = 2 ** 31 - 1;
const PLAIN_STEP_PERCENT = 10;

/** Shows how far it is: in place on a terminal, else a line every ten percent. */
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

/** Codes between commas; null for all countries. Throws {@link UsageError}. */
function countryCodes(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  const unknown = codes.find((code) => !COUNTRIES.some((country) => country.code === code));
  if (unknown !== undefined)
    throw new UsageError(
      `--countries takes two-letter codes between commas, such as US,JP; there is no “${unknown}” in the demo`,
    );
  return codes;
}

/** `panscreen demo`. Resolves to the exit status. */
export function demo(given: string[]): Promise<number> {
  return runCommand('demo', HELP, given, async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        out: { type: 'string', default: DEMO_FOLDER },
        securities: { type: 'string', default: String(DEMO_SECURITIES) },
        countries: { type: 'string' },
        seed: { type: 'string', default: String(DEMO_SEED) },
        'as-of': { type: 'string', default: DEMO_AS_OF },
      },
    });
    const securities = wholeNumber('--securities', values.securities, 1, DEMO_SECURITIES_MAX);
    const countries = countryCodes(values.countries);
    const seed = wholeNumber('--seed', values.seed, 0, SEED_MAX);
    const asOf = isoDay('--as-of', values['as-of']);
    const out = dataPlace('--out', values.out);
    const { build, rowCount } = await publishTo(
      out,
      demoUniverse({ securities, countries, seed, asOf }, progressLine(securities)),
      say,
    );
    await print(`${rowCount} synthetic securities in ${out}, build ${build}\n`);
  });
}
