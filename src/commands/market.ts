import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBucketAddress } from '../bucket.ts';
import { inputsOf, isBuilt, lackingIn, noteBuilt } from '../fetch/inputs.ts';
import { nextNight } from '../fetch/night.ts';
import { sleep } from '../fetch/patience.ts';
import { VENDORS } from '../fetch/vendors.ts';
import { makeFolder } from '../folder.ts';
import { openPublished } from '../server/published.ts';
import { checkMarket, contactOf, FETCH_OPTIONS, mirrorOf, sinceOf } from './fetch.ts';
import { print, say } from './print.ts';
import { portOf, startServing, untilStopped } from './serve.ts';
import { dataPlace, isoDay, NOTHING_TO_DO, runCommand, UsageError } from './usage.ts';
import { ownVersion } from './version.ts';

const MARKET_FOLDER = 'data/us';

const HELP = `panscreen market us --contact ADDRESS [options]

Downloads, builds and serves data of every company listed in the United States from public files. Run it again to update the data;
the old data are served in the meantime and stay if something goes wrong.

  --contact ADDRESS   your name and e-mail address, which the SEC requires of every client (or PANSCREEN_CONTACT)
  --data DIR          folder for the built data (default: ${MARKET_FOLDER})
  --files DIR         folder for the downloaded files, about 3 GB (default: DIR.files)
  --every day         keep running and update the data every night
  --no-serve          download and build only, for a timer
  --append-to HISTORY also append each new build to a daily history, as "panscreen ingest" does
  --since MONTH       first month of closes (default: the latest 26 half-months)
  --as-of DATE        ignore later data (default: today)
  --mirror BASE       use another host for all files

Environment: as for "panscreen fetch" and "panscreen serve". With --no-serve, exit status 3 means that there is nothing new.
`;

interface Market {
  readonly data: string;
  readonly files: string;
  readonly contact: string;
  /** Options for "panscreen fetch". */
  readonly fetching: readonly string[];
  /** Options for "panscreen ingest". */
  readonly ingesting: readonly string[];
  readonly signal: AbortSignal;
}

/** Runs this program with other arguments, since a build needs its own process. Resolves to the exit status. */
function runSelf(args: readonly string[], signal: AbortSignal, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  signal.throwIfAborted();
  const child: ChildProcess = spawn(process.execPath, [...process.execArgv, process.argv[1] as string, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  return new Promise((resolveStatus, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => {
      signal.removeEventListener('abort', stop);
      resolveStatus(status ?? 1);
    });
  });
}

/** Options for the sources that have files. */
function sourcesIn(files: string): string[] {
  const has = (folder: string, ending: string): boolean =>
    existsSync(join(files, folder)) && readdirSync(join(files, folder)).some((name) => name.endsWith(ending));
  return [
    ...['--from', 'sec', join(files, 'sec'), '--from', 'fails', join(files, 'fails')],
    ...VENDORS.flatMap(({ id }) => (has(id, '.csv') ? ['--from', id, join(files, id)] : [])),
    ...(has('financedatabase', '.csv') ? ['--from', 'financedatabase', join(files, 'financedatabase')] : []),
  ];
}

/** Downloads, and builds if there is new data. Resolves to the exit status. */
async function update({ data, files, contact, fetching, ingesting, signal }: Market): Promise<number> {
  const env = { ...process.env, PANSCREEN_CONTACT: contact };
  const fetched = await runSelf(['fetch', 'us', '--out', files, ...fetching], signal, env);
  const lacking = await lackingIn(files);
  if (lacking.length > 0) {
    say(`panscreen market: ${lacking.join(', ')} could not be fetched: run it again to resume`);
    return 1;
  }
  const inputs = await inputsOf(files, ownVersion());
  if ((await openPublished(data).manifest()) && (await isBuilt(files, inputs, data))) {
    say('no new data: nothing was changed');
    return fetched === 1 ? 1 : NOTHING_TO_DO;
  }
  const report = ['--report', join(files, 'report.json'), '--report-page', join(files, 'report.html')];
  const rates = ['--rates', join(files, 'rates', 'eurofxref-hist.zip')];
  const built = await runSelf(
    ['ingest', ...sourcesIn(files), ...rates, '--require', 'figures', ...report, ...ingesting, '--out', data],
    signal,
  );
  if (built !== 0) return built;
  await noteBuilt(files, inputs, data);
  say(`built: ${data}; what was read, joined and dropped: ${join(files, 'report.html')}`);
  return fetched === 1 ? 1 : 0;
}

/** Updates every night until the signal. Reports a failed night and retries the next. */
async function everyNight(market: Market): Promise<void> {
  for (;;) {
    const next = nextNight(new Date());
    say(`the next check is at ${next.toISOString().slice(0, 16)} UTC`);
    await sleep(next.getTime() - Date.now(), market.signal);
    await update(market).catch((error: Error) => {
      market.signal.throwIfAborted();
      say(`panscreen market: ${error.message}`);
    });
  }
}

/** Serves while updating. Resolves when the process is asked to stop. */
async function serveMarket(market: Market, isNightly: boolean, isOld: boolean, stopping: AbortController): Promise<void> {
  const { server, address } = await startServing(market.data, null, false);
  await print(`${address}\n`);
  const updating = (async () => {
    if (isOld) await update(market);
    if (isNightly) await everyNight(market);
  })().catch((error: Error) => {
    if (!market.signal.aborted) say(`panscreen market: ${error.message}`);
  });
  await untilStopped(server);
  stopping.abort();
  await updating;
}

/** `panscreen market`. Resolves to the exit status. */
export function market(given: string[]): Promise<number> {
  return runCommand('market', HELP, given, async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...FETCH_OPTIONS,
        data: { type: 'string', default: MARKET_FOLDER },
        files: { type: 'string' },
        every: { type: 'string' },
        'no-serve': { type: 'boolean' },
        'append-to': { type: 'string' },
      },
    });
    checkMarket(positionals);
    if (values.every !== undefined && values.every !== 'day') throw new UsageError(`--every is day, not ${values.every}`);
    const place = dataPlace('--data', values.data);
    const data = isBucketAddress(place) ? place : resolve(place);
    if (isBucketAddress(place) && !values.files) throw new UsageError('expected --files DIR beside an s3:// address');
    const files = resolve(values.files ?? `${data}.files`);
    portOf();
    const contact = contactOf(values.contact);
    const { mirror } = mirrorOf(values.mirror);
    const { since } = sinceOf(values.since);
    const asOf = values['as-of'] === undefined ? [] : ['--as-of', isoDay('--as-of', values['as-of'])];
    const history = values['append-to'] === undefined ? undefined : dataPlace('--append-to', values['append-to']);
    await makeFolder(files);
    const stopping = new AbortController();
    const own: Market = {
      data,
      files,
      contact,
      fetching: [...(mirror ? ['--mirror', mirror] : []), ...(since ? ['--since', since] : []), ...asOf],
      ingesting: [...asOf, ...(history === undefined ? [] : ['--append-to', history])],
      signal: stopping.signal,
    };
    const isOld = (await openPublished(data).manifest()) !== null;
    if (isOld && !values['no-serve']) {
      await serveMarket(own, values.every === 'day', true, stopping);
      return 0;
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
    const status = await update(own);
    if (values['no-serve'] || !(await openPublished(data).manifest())) return status;
    await serveMarket(own, values.every === 'day', false, stopping);
    return 0;
  });
}
