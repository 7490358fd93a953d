/** The disk is full, or fails, at each operation of a publication in turn. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publish } from '../../../src/ingest/publish/publish.ts';
import { type Manifest, readManifest } from '../../../src/wire/manifest.ts';
import { country } from '../country.ts';

const fault = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, code: 'ENOSPC', hit: false }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  /** The operation fails when its turn has come; one that writes has then written a part, as on a full disk. */
  const mayFail = async (): Promise<void> => {
    if (--fault.left !== 0) return;
    fault.hit = true;
    throw Object.assign(new Error(`${fault.code}: no space left on device, write`), { code: fault.code });
  };
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      const isWriting = given[1] === 'w' || given[1] === 'wx';
      if (isWriting) await mayFail();
      const file = await real.open(...given);
      if (!isWriting) return file;
      const [writeFile, sync] = [file.writeFile.bind(file), file.sync.bind(file)];
      file.writeFile = async (bytes) => {
        await mayFail().catch(async (error) => {
          await writeFile((bytes as Uint8Array).subarray(0, 1000));
          throw error;
        });
        await writeFile(bytes);
      };
      file.sync = async () => {
        await mayFail();
        await sync();
      };
      return file;
    },
    writeFile: async (...given: Parameters<typeof real.writeFile>) => {
      await mayFail();
      await real.writeFile(...given);
    },
    rename: async (...given: Parameters<typeof real.rename>) => {
      await mayFail();
      await real.rename(...given);
    },
  };
});

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'panscreen-disk-'));
});
afterEach(async () => {
  fault.left = Number.POSITIVE_INFINITY;
  await rm(out, { recursive: true, force: true });
});

const manifestNow = async (): Promise<Manifest> => readManifest(await readFile(join(out, 'manifest.json'), 'utf8'));

async function expectComplete(manifest: Manifest): Promise<void> {
  for (const answer of Object.values(manifest.answers)) {
    for (const file of [answer, answer.br, answer.gzip]) {
      if (file) expect((await readFile(join(out, 'files', file.file))).byteLength).toBe(file.bytes);
    }
  }
}

test.each(['ENOSPC', 'EIO'])(
  '%s at any operation leaves a whole build, no litter, and a folder that can be published again',
  {
    timeout: 60_000,
  },
  async (code) => {
    fault.code = code;
    let operations = 0;
    for (let at = 1; ; at++) {
      await rm(out, { recursive: true, force: true });
      await publish(out, [country('US', 60, 1), country('DE', 3, 1)]);
      const before = await manifestNow();
      fault.left = at;
      fault.hit = false;
      const failed = await publish(out, [country('US', 60, 2), country('DE', 3, 2)]).then(
        () => null,
        (error: Error) => error,
      );
      const { hit } = fault;
      fault.left = Number.POSITIVE_INFINITY;
      if (!hit) break;
      operations++;
      expect(failed?.message, `operation ${at}`).toContain(code);
      expect(await manifestNow(), `operation ${at}`).toEqual(before);
      await expectComplete(before);
      const names = [...(await readdir(out)), ...(await readdir(join(out, 'files')))];
      expect(
        names.filter((name) => /\.part$|lock$/.test(name)),
        `operation ${at}`,
      ).toEqual([]);
      await publish(out, [country('US', 60, 3), country('DE', 3, 3)]);
      const after = await manifestNow();
      expect(after.build).not.toBe(before.build);
      await expectComplete(after);
    }
    expect(operations).toBeGreaterThan(20);
  },
);
