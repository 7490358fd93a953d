import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoHistory } from '../../src/demo/history.ts';
import { dayOfIso } from '../../src/ingest/formats/day.ts';
import { publishHistory } from '../../src/ingest/history/buildHistory.ts';
import { Report } from '../../src/ingest/report/report.ts';
import { createServer } from '../../src/server/server.ts';
import { readBlockColumns, readHistory } from '../../src/wire/history.ts';

const folder = mkdtempSync(join(tmpdir(), 'panscreen-history-server-'));
const server = createServer({ published: folder, page: folder, history: folder, log: () => {} });
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('a history over HTTP', () => {
  beforeAll(async () => {
    await publishHistory(
      {
        out: folder,
        since: dayOfIso('2020-10-01'),
        until: Number.POSITIVE_INFINITY,
        every: 'month',
        report: new Report(),
        progress: () => {},
      },
      async () => demoHistory({ securities: 60, months: 3, seed: 2, asOfDay: dayOfIso('2020-12-31') }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  it('has history.json, revalidated each time, and immutable files, compressed if accepted', async () => {
    const manifest = await get('/history/history.json');
    expect([manifest.status, manifest.headers['cache-control']]).toEqual([200, 'no-cache']);
    const [block] = readHistory(manifest.body.toString()).blocks;
    const again = await get('/history/history.json', { 'if-none-match': String(manifest.headers.etag) });
    expect(again.status).toBe(304);
    const columns = readBlockColumns((await get(`/history/files/${block!.columns.file}`)).body.toString());
    const file = columns.numbers.close!;
    const plain = await get(`/history/files/${file.file}`);
    expect([plain.status, plain.headers['content-encoding'], plain.headers['cache-control']]).toEqual([
      200,
      undefined,
      'public, max-age=31536000, immutable',
    ]);
    expect(plain.body.equals(readFileSync(join(folder, 'files', file.file)))).toBe(true);
    const shrunk = Object.values(columns.numbers).find(({ br }) => br)!;
    const small = await get(`/history/files/${shrunk.file}`, { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.body).byteLength).toBe(shrunk.bytes);
  });

  it('has the look-ahead data as a separate history if they were built', async () => {
    cpSync(join(folder, 'history.json'), join(folder, 'biases/latest/history.json'));
    cpSync(join(folder, 'files'), join(folder, 'biases/latest/files'), { recursive: true });
    const [honest, biased] = [await get('/history/history.json'), await get('/history/biases/latest/history.json')];
    expect([biased.status, biased.body.equals(honest.body)]).toEqual([200, true]);
    const { columns } = readHistory(biased.body.toString()).blocks[0]!;
    expect((await get(`/history/biases/latest/files/${columns.file}`)).status).toBe(200);
    for (const path of ['biases/periodEnd/history.json', 'biases/other/history.json', 'biases/latest/../../history.json'])
      expect((await get(`/history/${path}`)).status, path).toBeGreaterThanOrEqual(400);
  });

  it('has nothing else from its folder', async () => {
    for (const path of [
      '/history/',
      '/history/manifest.json',
      '/history/files/',
      '/history/files/history.json',
      `/history/files/${'0'.repeat(32)}.f32`,
      '/history/..%2fhistory.json',
      '/history/files/..%2f..%2fetc%2fpasswd',
    ])
      expect((await get(path)).status, path).toBeGreaterThanOrEqual(400);
  });
});
