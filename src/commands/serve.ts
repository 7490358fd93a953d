import { existsSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBucketAddress } from '../bucket.ts';
import { openPublished } from '../server/published.ts';
import type { ScreenEngine } from '../server/screens.ts';
import { createServer, listen, stopServer } from '../server/server.ts';
import { HISTORY_FILE } from '../wire/history.ts';
import { FILES_FOLDER, MANIFEST_FILE } from '../wire/manifest.ts';
import { DemoHistory } from './demoHistory.ts';
import { print } from './print.ts';
import { ServedScreens } from './servedScreens.ts';
import { DEMO_FOLDER, DEMO_HISTORY_FOLDER, publishedFolder, runCommand, UsageError, wholeNumber } from './usage.ts';
import { packageFolder } from './version.ts';

const HELP = `panscreen serve [--data DIR] [--history DIR] [--demo-history] [--engine clickhouse://…] [--behind-https]

Serves the page and its data, and prints the address.

  --data DIR   folder made by "panscreen ingest" or "panscreen demo" (default: PANSCREEN_DATA, otherwise data/demo),
               or s3://bucket/prefix to which "panscreen ingest" has published
  --history DIR
               folder made by "panscreen history", served below /history/ (default: PANSCREEN_HISTORY; with the demo data
               ${DEMO_HISTORY_FOLDER} if it exists)
  --demo-history
               with the demo data: generate ${DEMO_HISTORY_FOLDER} in the background if missing; the page offers it once it is complete
  --engine clickhouse://user@host[:port][/database]
               run screens over the history that "panscreen push" has loaded there, as api/screener/screen?text=… (docs/calls.md); the
               user must be read-only, and each screen has limits of time, rows and memory
  --behind-https
               the server is only reachable by https, through a proxy: cookies are then sent over https only, and browsers are told
               to use nothing else for this host (Strict-Transport-Security)

Environment: CLICKHOUSE_PASSWORD; PORT (default 8080, 0 for any free one), HOST (default 127.0.0.1), PANSCREEN_DATA, PANSCREEN_BEHIND_HTTPS=1; for s3://
AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION (no keys are needed for a public bucket).
A newly published build is served from the next request. On SIGINT and SIGTERM the server stops after sending pending responses.
`;

const PORT_MAX = 65_535;
const BEHIND_HTTPS: ReadonlyMap<string, boolean> = new Map([
  ['', false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
]);

/** The built page, in the package or in the source tree. */
const pageFolder = (): string => join(packageFolder(), 'dist/app');

/** Describes the data. Throws if they are incomplete. */
async function describe(folder: string): Promise<string> {
  const manifest = await openPublished(folder).manifest();
  if (manifest && !isBucketAddress(folder) && !statSync(join(folder, FILES_FOLDER), { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${folder} has a ${MANIFEST_FILE} without its folder ${FILES_FOLDER}: copy both, or publish again`);
  if (!manifest) return `no data in ${folder}: the page will say so; make some with "panscreen demo" or "panscreen ingest"`;
  return `data: ${folder}, build ${manifest.build}`;
}

/**
 * The folder of the history to serve; null for none. Data other than the demo need a named history, so that the synthetic one is never
 * mistaken for that of real securities. Throws if a named history doesn't exist.
 */
function historyFolder(option: string | undefined, published: string, isMade: boolean): string | null {
  const named = option ?? (process.env.PANSCREEN_HISTORY || undefined);
  if (named === undefined && published !== resolve(DEMO_FOLDER)) return null;
  const folder = resolve(named ?? DEMO_HISTORY_FOLDER);
  if (existsSync(join(folder, HISTORY_FILE))) return folder;
  if (named === undefined) return isMade ? folder : null;
  throw new UsageError(
    `no history in ${named}: make one with "panscreen history" or "panscreen demo --history"; s3:// is read where it is`,
  );
}

/** Refuses ambiguous values of the environment, since a missing header would go unnoticed. */
function isBehindHttps(option: boolean | undefined): boolean {
  const setting = process.env.PANSCREEN_BEHIND_HTTPS ?? '';
  const isBehind = BEHIND_HTTPS.get(setting.toLowerCase());
  if (isBehind === undefined) throw new UsageError(`PANSCREEN_BEHIND_HTTPS is 1 or 0, not ${setting}`);
  return option ?? isBehind;
}

/** Resolves when a signal has stopped the server. A second signal exits immediately. */
export async function untilStopped(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await stopServer(server);
}

export interface Serving {
  readonly server: Server;
  readonly address: string;
}

export const portOf = (): number => wholeNumber('PORT', process.env.PORT || '8080', 0, PORT_MAX);

export async function startServing(
  published: string,
  history: string | null,
  isSecure: boolean,
  isHistoryComing = () => false,
  screens: ScreenEngine | null = null,
): Promise<Serving> {
  const port = portOf();
  const server = createServer({ published, page: pageFolder(), history, isHistoryComing, isSecure, screens });
  const { address } = await listen(server, port, process.env.HOST || '127.0.0.1');
  return { server, address };
}

/** `panscreen serve`. Resolves to the exit status, once the server has stopped. */
export function serve(given: string[]): Promise<number> {
  return runCommand('serve', HELP, given, async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: 'string' },
        history: { type: 'string' },
        'demo-history': { type: 'boolean', default: false },
        engine: { type: 'string' },
        'behind-https': { type: 'boolean' },
      },
    });
    const published = publishedFolder(values.data);
    const isSecure = isBehindHttps(values['behind-https']);
    const description = await describe(published);
    const history = historyFolder(values.history, published, values['demo-history']);
    const making = history === null || existsSync(join(history, HISTORY_FILE)) ? null : new DemoHistory(history);
    const screens = values.engine === undefined ? null : await ServedScreens.open(values.engine);
    const engine = screens && (await screens.described());
    const isComing = (): boolean => making?.isUnderWay ?? false;
    const { server, address } = await startServing(published, history, isSecure, isComing, screens);
    await print(`${description}\n`);
    if (engine !== null) await print(`engine: ${engine}\n`);
    if (history !== null) await print(`history: ${history}${making ? ', being made' : ''}\n`);
    if (!existsSync(pageFolder())) await print('the page is not built: npm run build\n');
    await print(`${address}\n`);
    making?.start();
    try {
      await untilStopped(server);
    } finally {
      making?.stop();
      await screens?.close();
    }
  });
}
