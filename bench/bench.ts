import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureKernelsEverywhere } from './kernels-everywhere.ts';
import { measurePage } from './page.ts';
import { printTable, type Result } from './results.ts';
import { measureScroll } from './scroll.ts';
import { measureShell } from './shell.ts';

/** Every measurement by name, in the order of the table. */
const MEASUREMENTS: Readonly<Record<string, () => Promise<Result[]>>> = {
  kernels: measureKernelsEverywhere,
  page: measurePage,
  scroll: measureScroll,
  shell: measureShell,
};

/** Runs the measurements named (all by default), prints one table, and writes it where --json says. Resolves to the exit status: 1 when a size is over its limit. */
export async function bench(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'string' } } });
  const unknown = positionals.find((name) => !Object.hasOwn(MEASUREMENTS, name));
  if (unknown !== undefined) {
    console.error(`there is no measurement ${unknown}; there are ${Object.keys(MEASUREMENTS).join(', ')}`);
    return 2;
  }
  const results: Result[] = [];
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (positionals.length === 0 || positionals.includes(name)) results.push(...(await measure()));
  }
  printTable(results);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ results }, null, 1)}\n`);
  const over = results.filter(({ isHardLimit, vsLimit }) => isHardLimit && vsLimit !== null && vsLimit > 1);
  for (const { workload, note } of over) console.error(`${workload} is over its limit: ${note}`);
  return over.length === 0 ? 0 : 1;
}
