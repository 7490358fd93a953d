import { parseArgs } from 'node:util';
import { isText } from '../catalogue/column.ts';
import { readAddress, Server } from '../clickhouse/client.ts';
import { pushFiles } from '../clickhouse/files.ts';
import { pushSnapshot } from '../clickhouse/push.ts';
import { createTables, readSnapshots } from '../clickhouse/tables.ts';
import { type StoredColumn, storedColumns, storedValues } from '../sql/table.ts';
import { readHistory } from '../wire/history.ts';
import { openBlock } from './historyParquet.ts';
import { print } from './print.ts';
import { progressOn } from './progress.ts';
import { historySourceAt } from './publishedHistory.ts';
import { dataPlace, runCommand, UsageError } from './usage.ts';

const HELP = `panscreen push HISTORY --engine clickhouse://[user@]host[:port][/database][?cluster=NAME&secure=1]

Loads a history into ClickHouse, so that "panscreen screen --engine" runs there (docs/scale.md).

  HISTORY   folder or s3://bucket/prefix made by "panscreen history"
  --engine  the server; the database (default: panscreen) is created if necessary. With cluster=NAME the rows are sharded by security over
            that cluster and replicated if it has replicas; with secure=1 the connection uses https

Environment: CLICKHOUSE_PASSWORD.
Each loaded snapshot is verified: its rows, their order, and the bits of every column. Run the command again after an interruption
or when the history has grown: it loads the incomplete and new snapshots.
Exit status: 0; 1 when the history can't be read or the server fails; 2 when an option can't be read.
`;

/** Long, because removing the rows of an interrupted load rewrites parts of the table. */
const PUSH_SILENT_MS_MAX = 3_600_000;

/** @throws UsageError */
export function serverAddress(text: string): ReturnType<typeof readAddress> {
  try {
    return readAddress(text, process.env);
  } catch (error) {
    throw new UsageError(`--engine: ${(error as Error).message}`);
  }
}

/** `panscreen push`. Resolves to the exit status. */
export function push(given: string[]): Promise<number> {
  return runCommand('push', HELP, given, async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { engine: { type: 'string' } } });
    const [place, ...more] = positionals;
    if (place === undefined || more.length > 0) throw new UsageError('expected one HISTORY; see panscreen push --help');
    if (values.engine === undefined) throw new UsageError('expected --engine clickhouse://host');
    const address = serverAddress(values.engine);
    const from = dataPlace('HISTORY', place);
    const source = historySourceAt(from);
    const manifest = readHistory(await source.manifest());
    const others = new Map<string, StoredColumn>();
    for (const block of manifest.blocks)
      for (const column of (await (await openBlock(from, manifest, block)).table(0)).otherColumns)
        others.set(column.id, { name: column.id, kind: isText(column) ? 'text' : 'number' });
    const columns = storedColumns([...others.values()]);
    const server = await Server.open(address, PUSH_SILENT_MS_MAX);
    const writer = progressOn(process.stderr);
    let added = 0;
    try {
      await createTables(server, columns, manifest.every);
      const whole = new Map((await readSnapshots(server)).map(({ date, block }) => [date, block]));
      const lacking = manifest.blocks.map((block) => ({ block, dates: block.dates.filter((date) => !whole.has(date)) }));
      for (const { dates, columns: file } of manifest.blocks) {
        const other = dates.find((date) => whole.has(date) && whole.get(date) !== file.file);
        if (other !== undefined)
          throw new Error(`${other} in ${address.database} is of another history: push this one into another database`);
      }
      const total = lacking.reduce((sum, { dates }) => sum + dates.length, 0);
      for (const { block, dates } of lacking) {
        if (dates.length === 0) continue;
        const history = await openBlock(from, manifest, block);
        for (const date of dates) {
          const table = await history.ask(history.dates.indexOf(date), (asked) => {
            // Columns that have not been fetched throw here, which makes `ask` fetch them.
            for (const column of columns) storedValues(asked, column);
            return asked;
          });
          await pushSnapshot(server, columns, { date, block: block.columns.file, table });
          writer.progress(`loading ${date}`, { done: ++added, of: total });
        }
      }
      writer.progress('loading the sessions');
      await pushFiles(server, source);
    } finally {
      writer.end();
      await server.close();
    }
    await print(
      `${added} snapshots loaded, ${manifest.blocks.reduce((sum, { dates }) => sum + dates.length, 0)} in ${address.database}\n`,
    );
  });
}
