import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, HAS_CHDB, openChdb } from './engines.ts';
import { expectSameDigests, openTried, SCREENS, type Tried } from './screens.ts';

describe.runIf(HAS_CHDB)('a screen as SQL for ClickHouse', () => {
  let tried: Tried;
  let engine: Engine;
  beforeAll(async () => {
    tried = await openTried();
    engine = await openChdb(tried.stored);
  }, 300_000);
  afterAll(async () => {
    await engine.close();
    tried.close();
  });

  it(`has the digest of the product's own engine, for ${SCREENS} random screens`, async () => {
    expect((await expectSameDigests(tried, engine)).size).toBeGreaterThan(10);
  }, 1_800_000);
});
