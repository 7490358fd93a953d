/** The contenders: the limit, Panscreen, and the peers installed in bench/peers. */
import { runnerImport } from 'vite';
import { limit } from './baseline.ts';
import type { Contender } from './contender.ts';
import { objects } from './objects.ts';
import { product } from './panscreen.ts';

const PEERS = ['arquero', 'crossfilter', 'duckdb'] as const;

/** All contenders in Node, or only the named peers; prints which are missing, and how to install them. */
export async function everybody(named: readonly string[]): Promise<Contender[]> {
  const peers: Contender[] = [];
  const absent: string[] = [];
  for (const name of PEERS) {
    if (named.length > 0 && !named.includes(name)) continue;
    try {
      peers.push((await runnerImport<{ peer: Contender }>(`./bench/peers/${name}.ts`)).module.peer);
    } catch (error) {
      absent.push(`${name} (${error instanceof Error ? error.message.split('\n')[0] : error})`);
    }
  }
  if (absent.length > 0) console.error(`without ${absent.join(', ')}: npm ci --prefix bench/peers installs the peers`);
  return [limit, product, ...(named.length > 0 ? [] : [objects]), ...peers];
}
