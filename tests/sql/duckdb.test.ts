import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXTS } from '../../src/engine/steps/registry.ts';
import { type Engine, openDuckDb } from './engines.ts';
import { expectSameDigests, openTried, SCREENS, type Tried } from './screens.ts';

/** These have no effect on the rows of a snapshot that is already chosen. */
const WITHOUT_ROWS = ['asOf', 'hold'];

describe('a screen as SQL for DuckDB', () => {
  let tried: Tried;
  let engine: Engine;
  beforeAll(async () => {
    tried = await openTried();
    engine = await openDuckDb(tried.stored);
  }, 300_000);
  afterAll(async () => {
    await engine.close();
    tried.close();
  });

  it(`has the digest of the product's own engine, for ${SCREENS} random screens of all kinds of steps`, async () => {
    const kinds = await expectSameDigests(tried, engine);
    expect([...kinds].sort()).toEqual(
      Object.keys(TEXTS)
        .filter((kind) => !WITHOUT_ROWS.includes(kind))
        .sort(),
    );
  }, 1_800_000);
});
