import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import { measureBacktest } from './backtest.ts';
import { measureDemo } from './demo.ts';
import { measureEngineEverywhere } from './engine-everywhere.ts';
import { measureGrowth } from './growth.ts';
import { measureHistory } from './history.ts';
import { measureKernelsEverywhere } from './kernels-everywhere.ts';
import { measureLoad } from './load.ts';
import type { Options } from './options.ts';
import { measurePage } from './page.ts';
import { measurePanoramaInBrowser } from './panorama.ts';
import { printTable, type Result } from './results.ts';
import { measureScale } from './scale.ts';
import { measureScroll } from './scroll.ts';
import { measureShell } from './shell.ts';
import { measureStacks } from './stacks.ts';
import { writeTables } from './tables.ts';

const SIZES = '60000,250000,1000000';

/** Every measurement by name, in the order of the table. */
const MEASUREMENTS: Readonly<Record<string, (options: Options) => Promise<Result[]>>> = {
  engine: (options) => measureEngineEverywhere(options),
  growth: measureGrowth,
  backtest: measureBacktest,
  history: measureHistory,
  scale: measureScale,
  kernels: measureKernelsEverywhere,
  answers: measureAnswers,
  demo: measureDemo,
  page: measurePage,
  panorama: measurePanoramaInBrowser,
  load: measureLoad,
  scroll: measureScroll,
  shell: measureShell,
  stacks: measureStacks,
};

interface Failed {
  readonly name: string;
  readonly reason: string;
}

/** Written after each measurement, so that a later failure loses nothing. */
function keep(
  path: string,
  measured: { readonly asked: object; readonly results: readonly Result[]; readonly failed: readonly Failed[] },
): void {
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model,
    cores: cpus().length,
    processesWaiting: loadavg(),
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ date: new Date().toISOString(), machine, ...measured }, null, 1)}\n`);
}

/**
 * Runs the measurements named (all by default), prints one table, and writes it where --json says. Resolves to the exit status: 1 when a size is over its limit or a measurement failed.
 * `tables` measures nothing: it rewrites the tables of the docs from bench/results.
 * For the engine: --rows 60000,250000 for other sizes, --work W1,W2 for some of the work, --where node or chromium for one of the two;
 * in Node, --peers arquero,crossfilter for some of the peers, --clock processor for CPU time, which a busy machine distorts least.
 */
export async function bench(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      rows: { type: 'string', default: SIZES },
      work: { type: 'string', default: '' },
      where: { type: 'string', default: 'node,chromium' },
      peers: { type: 'string', default: '' },
      clock: { type: 'string', default: 'wall' },
    },
  });
  if (positionals.length === 1 && positionals[0] === 'tables') {
    writeTables();
    return 0;
  }
  const unknown = positionals.find((name) => !Object.hasOwn(MEASUREMENTS, name));
  if (unknown !== undefined) {
    console.error(`there is no measurement ${unknown}; there are ${Object.keys(MEASUREMENTS).join(', ')}, and tables alone`);
    return 2;
  }
  const options: Options = {
    sizes: values.rows.split(',').map(Number),
    work: values.work.split(',').filter((name) => name !== ''),
    where: values.where.split(',') as Result['where'][],
    peers: values.peers.split(',').filter((name) => name !== ''),
    clock: values.clock,
  };
  const results: Result[] = [];
  const failed: Failed[] = [];
  // Without the path of the output.
  const asked = { of: positionals, ...values, json: undefined };
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    try {
      results.push(...(await measure(options)));
    } catch (error) {
      console.error(error);
      failed.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
    if (values.json) keep(values.json, { asked, results, failed });
  }
  if (results.length > 0) printTable(results);
  for (const { name, reason } of failed) console.error(`${name} was not measured: ${reason}`);
  const over = results.filter(({ isHardLimit, vsLimit }) => isHardLimit && vsLimit !== null && vsLimit > 1);
  for (const { workload, note } of over) console.error(`${workload} is over its limit: ${note}`);
  return over.length + failed.length === 0 ? 0 : 1;
}
