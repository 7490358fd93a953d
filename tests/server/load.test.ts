/** Maximum load while builds of the data are swapped. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publish } from '../../src/ingest/publish/publish.ts';
import { country } from '../ingest/country.ts';
import { Random } from '../random.ts';
import { fixture } from './fixture.ts';
import { fire } from './load.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 64;
/** By then the server has checked the published data again. */
const SWAP_EVERY_MS = 2500;
const LOOK_MS = 20;

const made = fixture({}, 2000);

test('10,000 requests over 64 connections: no errors, no truncated responses, no mixed builds', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  let isOver = false;
  const problems: string[] = [];
  const builds = new Set<string>();
  const visits = Array.from({ length: CONNECTIONS }, () => 0);
  const reader = async (seed: number): Promise<void> => {
    const random = new Random(seed);
    while (sent < REQUESTS || builds.size < 2) {
      sent += 6;
      const visit = await fire(made.port, agent, random);
      problems.push(...visit.problems);
      builds.add(visit.build);
      visits[seed]!++;
    }
  };
  const publisher = async (): Promise<void> => {
    for (let seed = 2; !isOver; seed++) {
      await new Promise((resolve) => setTimeout(resolve, SWAP_EVERY_MS));
      // A visit longer than two swaps would get another build.
      const before = [...visits];
      while (!isOver && visits.some((count, reader) => count === before[reader]))
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      await publish(join(made.root, 'published'), [country('US', 2000, seed), country('DE', 3, seed)]);
    }
  };
  const publishing = publisher();
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => reader(index)));
  isOver = true;
  await publishing;
  agent.destroy();
  expect(problems).toEqual([]);
  expect(builds.size).toBeGreaterThan(1);
});
