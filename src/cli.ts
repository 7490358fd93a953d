#!/usr/bin/env node
import { say } from './commands/print.ts';
import { isWorkThread } from './ingest/threads/workThread.ts';

const HELP = `panscreen market | serve | fetch | ingest | history | screen | backtest | sql | push | columns | demo

  market    every company listed in the United States: fetches public files, builds, serves; again what is new
  serve     the page and its data, on this machine
  fetch     the public files of a market: what is new
  ingest    from tables of securities, statements and prices to the data that the page reads
  history   from the same tables, with filing days, to the universe as it was known at past dates
  screen    the same engine without a browser: prints the rows of a screen
  backtest  what a screen would have earned over a history
  sql       the query of a screen, for ClickHouse or DuckDB
  push      a history into ClickHouse
  columns   all columns with their formulas
  demo      a synthetic universe to try everything on

panscreen COMMAND --help says more.
`;

type Command = (args: string[]) => Promise<number>;

/** Each loads its module when it is called: a program starts in half the time that all of them take. */
const COMMANDS: Readonly<Record<string, Command>> = {
  market: async (args) => (await import('./commands/market.ts')).market(args),
  serve: async (args) => (await import('./commands/serve.ts')).serve(args),
  fetch: async (args) => (await import('./commands/fetch.ts')).fetch(args),
  ingest: async (args) => (await import('./commands/ingest.ts')).ingest(args),
  history: async (args) => (await import('./commands/history.ts')).history(args),
  screen: async (args) => (await import('./commands/screen.ts')).screen(args),
  backtest: async (args) => (await import('./commands/backtest/backtest.ts')).backtest(args),
  sql: async (args) => (await import('./commands/sql.ts')).sql(args),
  push: async (args) => (await import('./commands/push.ts')).push(args),
  columns: async (args) => (await import('./commands/columns.ts')).columns(args),
  demo: async (args) => (await import('./commands/demo.ts')).demo(args),
};
const BAD_USAGE = 2;

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return await command(args);
  if (name === '' || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return name === '' ? BAD_USAGE : 0;
  }
  say(`panscreen: there is no command ${name}; known: ${Object.keys(COMMANDS).join(', ')}`);
  return BAD_USAGE;
}

async function run(): Promise<void> {
  // Readers such as head may close the pipe early, which is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    say(`panscreen: standard output can't be written: ${error.message}`);
    process.exit(1);
  });
  process.exitCode = await main(process.argv.slice(2));
}

// Commands start threads that run this file.
if (isWorkThread) (await import('./ingest/threads/work.ts')).answerQuestions();
else await run();
