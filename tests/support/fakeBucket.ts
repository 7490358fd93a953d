/** An object store in memory with the part of S3 that tests need: objects by path, listed by prefix. For a real one see swift.ts. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface FakeBucket {
  /** Objects by key behind the bucket's name. */
  readonly objects: Map<string, Uint8Array>;
  /** Answers a request with a status instead, for a key and a method; undefined for none. */
  refuse: ((method: string, key: string) => number | undefined) | null;
  endpoint: string;
}

const SETTINGS = ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Starts a store for the tests of a file and sets the environment so that `s3://bucket/…` is in it. */
export function useFakeBucket(): FakeBucket {
  const bucket: FakeBucket = { objects: new Map(), refuse: null, endpoint: '' };
  const before = new Map(SETTINGS.map((name) => [name, process.env[name]]));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '');
    const method = request.method ?? 'GET';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const refused = bucket.refuse?.(method, key);
      if (refused !== undefined) return void response.writeHead(refused).end('<Error><Message>refused</Message></Error>');
      if (method === 'PUT') {
        bucket.objects.set(key, Buffer.concat(chunks));
        return void response.writeHead(200).end();
      }
      if (method === 'DELETE') {
        bucket.objects.delete(key);
        return void response.writeHead(204).end();
      }
      if (url.searchParams.has('list-type')) {
        const prefix = url.searchParams.get('prefix') ?? '';
        const found = [...bucket.objects].filter(([name]) => name.startsWith(prefix));
        const contents = found.map(([name, { length }]) => `<Contents><Key>${name}</Key><Size>${length}</Size></Contents>`);
        return void response.writeHead(200).end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`);
      }
      const object = bucket.objects.get(key);
      if (!object) return void response.writeHead(404).end();
      const etag = `"${createHash('md5').update(object).digest('hex')}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      response.writeHead(200, { etag, 'content-length': object.length }).end(method === 'HEAD' ? undefined : object);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    bucket.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const name of SETTINGS) delete process.env[name];
    process.env.AWS_ENDPOINT_URL = bucket.endpoint;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  return bucket;
}
