import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download, type Outcome, type Tools, type Wanted } from '../../src/fetch/download.ts';
import { Notes } from '../../src/fetch/kept.ts';
import { zipOf } from '../ingest/zips.ts';
import { Random } from '../random.ts';
import { Mirror } from './mirror.ts';

const scratch = mkdtempSync(join(tmpdir(), 'panscreen-fetch-'));
afterAll(() => rmSync(scratch, { recursive: true }));
let count = 0;
let mirror: Mirror;
let folder: string;
beforeEach(async () => {
  mirror = await Mirror.open();
  folder = join(scratch, `run${count++}`);
});
afterEach(() => mirror.close());

const PATH = '/files/data.zip';
const textOf = (seed: number): string => {
  const random = new Random(seed);
  return Array.from({ length: 60_000 }, () => random.below(36).toString(36)).join('');
};
const [FIRST, SECOND] = [zipOf({ a: textOf(1) }), zipOf({ a: textOf(2) })];

const wantedOf = (base = mirror.base, kind: Wanted['kind'] = 'zip'): Wanted => ({
  name: 'data.zip',
  url: `${base}${PATH}`,
  path: join(folder, 'sec/data.zip'),
  kind,
  headers: { 'user-agent': 'panscreen/test (you@example.org)' },
});
const toolsOf = async (env: NodeJS.ProcessEnv = {}): Promise<Tools & { readonly lines: string[] }> => {
  const lines: string[] = [];
  return {
    lines,
    notes: await Notes.open(folder),
    env,
    progress: (line) => void lines.push(line),
    signal: new AbortController().signal,
    turn: async () => {},
  };
};
const fetched = async (wanted = wantedOf()): Promise<Outcome> => await download(wanted, await toolsOf());
const here = (): Buffer => readFileSync(join(folder, 'sec/data.zip'));
const partSize = (): number => readFileSync(join(folder, '.fetch/data.zip.part')).length;
const isKept = (bytes: number): boolean => existsSync(join(folder, '.fetch/data.zip.part')) && partSize() >= bytes;

describe('a file', () => {
  it('is downloaded once, requested conditionally, and downloaded again when changed', async () => {
    mirror.files.set(PATH, FIRST);
    expect([await fetched(), await fetched(), here().equals(FIRST)]).toEqual(['fresh', 'unchanged', true]);
    expect(mirror.taken()).toEqual([`200 ${PATH}`, `304 ${PATH}`]);
    mirror.files.set(PATH, SECOND);
    expect([await fetched(), here().equals(SECOND)]).toEqual(['fresh', true]);
    expect(readdirSync(join(folder, '.fetch'))).toEqual(['data.zip.json']);
  });

  it('resumes after each interruption', async () => {
    mirror.files.set(PATH, FIRST);
    mirror.manners.set(PATH, { cutAfter: Math.ceil(FIRST.length / 3), isKept });
    expect([await fetched(), here().equals(FIRST)]).toEqual(['fresh', true]);
    const statuses = mirror.asked.map(({ status }) => status);
    expect([statuses[0], ...new Set(statuses.slice(1))]).toEqual([200, 206]);
    expect(statuses.length).toBeGreaterThan(2);
    expect(mirror.asked[1]!.headers['if-range']).toMatch(/^"/);
  });

  it('that is interrupted every time keeps its part, and the next run resumes', async () => {
    mirror.files.set(PATH, FIRST);
    let isDown = true;
    mirror.manners.set(PATH, {
      answer: (_, response) => {
        if (isDown && mirror.asked.length > 0) response.destroy();
        return isDown && mirror.asked.length > 0;
      },
      cutAfter: 10_000,
      isKept,
    });
    const stopping = new AbortController();
    // The received part is stored by the time the next try is announced.
    const progress = (line: string): void => {
      if (/again in/.test(line)) stopping.abort();
    };
    const tools = { ...(await toolsOf()), signal: stopping.signal, progress };
    await expect(download(wantedOf(), tools)).rejects.toThrow();
    expect(partSize()).toBe(10_000);
    expect(existsSync(join(folder, 'sec/data.zip'))).toBe(false);
    isDown = false;
    mirror.manners.clear();
    mirror.taken();
    expect([await fetched(), here().equals(FIRST)]).toEqual(['fresh', true]);
    expect(mirror.asked[0]!.headers.range).toBe('bytes=10000-');
  });

  it('that changes during the download is started over: no file of two halves', async () => {
    mirror.files.set(PATH, FIRST);
    let asked = 0;
    mirror.manners.set(PATH, {
      cutAfter: 10_000,
      answer: () => {
        if (asked++ > 0) {
          mirror.files.set(PATH, SECOND);
          mirror.manners.clear();
        }
        return false;
      },
    });
    expect([await fetched(), here().equals(SECOND)]).toEqual(['fresh', true]);
    expect(mirror.taken().slice(0, 2)).toEqual([`200 ${PATH}`, `200 ${PATH}`]);
  });

  it('is started over if the server sends the rest of another version', async () => {
    mirror.files.set(PATH, FIRST);
    mirror.manners.set(PATH, {
      cutAfter: 10_000,
      isKept,
      answer: ({ headers }, response) => {
        if (headers.range === undefined) return false;
        mirror.files.set(PATH, SECOND);
        mirror.manners.clear();
        const rest = SECOND.subarray(10_000);
        response.writeHead(206, {
          etag: '"another"',
          'content-length': rest.length,
          'content-range': `bytes 10000-${SECOND.length - 1}/${SECOND.length}`,
        });
        response.end(rest);
        return true;
      },
    });
    expect([await fetched(), here().equals(SECOND)]).toEqual(['fresh', true]);
  });

  it('without ETag and date is started over, and is new only if its content is', async () => {
    mirror.files.set(PATH, FIRST);
    mirror.manners.set(PATH, {
      isNameless: true,
      cutAfter: 10_000,
      answer: () => {
        mirror.manners.set(PATH, { isNameless: true });
        return false;
      },
    });
    expect([await fetched(), await fetched(), here().equals(FIRST)]).toEqual(['fresh', 'unchanged', true]);
    expect(mirror.asked.every(({ headers }) => headers.range === undefined && headers['if-none-match'] === undefined)).toBe(true);
    mirror.files.set(PATH, SECOND);
    expect(await fetched()).toBe('fresh');
  });

  it.each([
    [
      'a page that says no',
      'zip',
      Buffer.from('<html><title>Access Denied</title>'),
      /is not a complete zip archive: a page “Access Denied”: the old file is kept/,
    ],
    ['half an archive', 'zip', FIRST.subarray(0, 20_000), /is not a complete zip archive: the old file is kept/],
    ['an empty archive', 'zip', zipOf({}), /is an empty zip archive/],
    ['half a JSON', 'json', Buffer.from('{"a": 1'), /is not complete JSON/],
    ['no table', 'csv', Buffer.from('<html>\n'), /is not a table/],
  ] as const)('is refused when it is %s, and the old one stays', async (_, kind, bytes, line) => {
    mirror.files.set(PATH, FIRST);
    await fetched();
    mirror.files.set(PATH, bytes);
    await expect(fetched(wantedOf(mirror.base, kind))).rejects.toThrow(line);
    expect(here().equals(FIRST)).toBe(true);
    expect(readdirSync(join(folder, '.fetch'))).toEqual(['data.zip.json']);
  });

  it('that is shorter than its stated length is not complete', async () => {
    mirror.files.set(PATH, FIRST);
    let asked = 0;
    mirror.manners.set(PATH, {
      answer: (_, response) => {
        if (asked++ > 0) return false;
        response.writeHead(200, { 'content-length': FIRST.length + 1000, etag: '"longer"' });
        response.write(FIRST, () => response.destroy());
        return true;
      },
    });
    expect([await fetched(), here().equals(FIRST)]).toEqual(['fresh', true]);
  });

  it('without a stated length is complete if its end is valid', async () => {
    let isCut = true;
    mirror.manners.set(PATH, {
      answer: (_, response) => {
        response.writeHead(200);
        response.write(FIRST.subarray(0, 30_000), () => {
          if (isCut) response.destroy();
          else response.end(FIRST.subarray(30_000));
          isCut = false;
        });
        return true;
      },
    });
    expect([await fetched(), here().equals(FIRST)]).toEqual(['fresh', true]);
    expect(mirror.asked).toHaveLength(2);
  });
});

describe('a server', () => {
  it('that requires a pause gets one', async () => {
    mirror.files.set(PATH, FIRST);
    const times: number[] = [];
    const statuses = [429, 503];
    mirror.manners.set(PATH, {
      answer: (_, response) => {
        times.push(performance.now());
        const status = statuses.shift();
        if (status !== undefined) response.writeHead(status, { 'retry-after': '1' }).end();
        return status !== undefined;
      },
    });
    expect(await fetched()).toBe('fresh');
    expect(times.every((time, at) => at === 0 || time - times[at - 1]! >= 990)).toBe(true);
  });

  it('that requires an hour ends the run, with the time in the message', async () => {
    mirror.manners.set(PATH, {
      answer: (_, response) => response.writeHead(429, { 'retry-after': '3600' }).end() !== undefined,
    });
    await expect(fetched()).rejects.toThrow('data.zip: 429, too busy, asks to retry in 60 minutes: run it again then');
    expect(mirror.asked).toHaveLength(1);
  });

  it('that refuses the contact gets no further request', async () => {
    mirror.files.set(PATH, FIRST);
    await expect(fetched({ ...wantedOf(), headers: { 'user-agent': 'curl' } })).rejects.toThrow(
      /answers 403: the contact is refused/,
    );
    expect(mirror.asked).toHaveLength(1);
  });

  it('that has moved a file is followed and named; a key is not sent to another host', async () => {
    mirror.files.set('/new.zip', FIRST);
    mirror.manners.set(PATH, { answer: (_, response) => response.writeHead(301, { location: '/new.zip' }).end() !== undefined });
    const tools = await toolsOf();
    expect([await download(wantedOf(), tools), here().equals(FIRST)]).toEqual(['fresh', true]);
    expect(tools.lines).toContain(`data.zip: ${mirror.base}${PATH} has moved to ${mirror.base}/new.zip`);
    const other = mirror.base.replace('127.0.0.1', 'localhost');
    mirror.manners.set(PATH, {
      answer: (_, response) => response.writeHead(302, { location: `${other}/new.zip` }).end() !== undefined,
    });
    const stopping = new AbortController();
    const lines: string[] = [];
    const progress = (line: string): void => {
      lines.push(line);
      stopping.abort();
    };
    const keyed = { ...wantedOf(), headers: { authorization: 'Bearer secret' } };
    await expect(download(keyed, { ...(await toolsOf()), progress, signal: stopping.signal })).rejects.toThrow();
    expect(lines[0]).toMatch(/a redirect to localhost:\d+: it doesn't get the key/);
  });

  it('that has removed a file differs from one that fails', async () => {
    expect(await fetched()).toBe('absent');
  });
});

describe('the disk', () => {
  it.skipIf(process.getuid?.() === 0)('that can’t be written ends the run with its name', async () => {
    mirror.files.set(PATH, FIRST);
    await toolsOf();
    chmodSync(join(folder, '.fetch'), 0o500);
    await expect(fetched()).rejects.toThrow(/EACCES/);
    chmodSync(join(folder, '.fetch'), 0o700);
    expect(await fetched()).toBe('fresh');
  });

  it('without space for a file is not used', async () => {
    mirror.manners.set(PATH, {
      answer: (_, response) => {
        response.writeHead(200, { 'content-length': 9e15, etag: '"huge"' });
        response.write('beginning');
        return true;
      },
    });
    await expect(fetched()).rejects.toThrow(/MB free, 9000000050 MB are needed: free some space and run it again/);
    expect(existsSync(join(folder, 'sec/data.zip'))).toBe(false);
  });

  it('with a damaged note or part gets the file again', async () => {
    mirror.files.set(PATH, FIRST);
    await fetched();
    writeFileSync(join(folder, '.fetch/data.zip.json'), '{"half');
    writeFileSync(join(folder, '.fetch/data.zip.part'), 'stray');
    mirror.taken();
    expect([await fetched(), here().equals(FIRST), mirror.taken()]).toEqual(['fresh', true, [`200 ${PATH}`]]);
    writeFileSync(join(folder, 'sec/data.zip'), 'cut');
    expect([await fetched(), here().equals(FIRST)]).toEqual(['fresh', true]);
  });
});

it('a proxy is used for all but excluded hosts, with its name and password', async () => {
  mirror.files.set(PATH, FIRST);
  const seen: string[] = [];
  const proxy = createServer((request, response) => {
    seen.push(`${request.headers['proxy-authorization']} ${request.url}`);
    response.writeHead(200, { 'content-length': FIRST.length }).end(FIRST);
  });
  proxy.on('connect', (request, socket) => {
    seen.push(`connect ${request.url}`);
    const [host, port] = request.url!.split(':');
    const through = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    for (const end of [through, socket]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const env = { http_proxy: `http://me:word@127.0.0.1:${port}`, HTTPS_PROXY: `127.0.0.1:${port}` };
  expect(await download(wantedOf(), await toolsOf(env))).toBe('fresh');
  expect(seen).toEqual([`Basic ${Buffer.from('me:word').toString('base64')} ${mirror.base}${PATH}`]);
  expect(mirror.asked).toHaveLength(0);
  rmSync(folder, { recursive: true });
  expect(await download(wantedOf(), await toolsOf({ ...env, NO_PROXY: 'example.org, 127.0.0.1' }))).toBe('fresh');
  expect(mirror.asked).toHaveLength(1);
  const stopping = new AbortController();
  const secure = { ...wantedOf(mirror.base.replace('http:', 'https:')), name: 'other.zip' };
  const progress = (): void => stopping.abort();
  await expect(download(secure, { ...(await toolsOf(env)), progress, signal: stopping.signal })).rejects.toThrow();
  expect(seen[1]).toBe(`connect ${mirror.base.slice('http://'.length)}`);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});
