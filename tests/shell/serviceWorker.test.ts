import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';

const ROOT = 'https://host/app/';
const SOURCE = readFileSync('src/shell/service-worker.js', 'utf8');
const PAGE = '<!doctype html><meta name="build" content="1"><script src="./assets/index.js"></script>';

interface Answer {
  readonly type?: string;
  readonly body?: string;
  readonly status?: number;
  /** Redirect target. */
  readonly movedTo?: string;
}

/** Cache entries by URL. */
type Stores = Map<string, Map<string, Response>>;

/** The worker in a scope with its own caches and these network answers. */
function startWorker(network: Record<string, Answer>, stores: Stores = new Map()) {
  const asked: string[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const addressOf = (request: Request | string): string => (typeof request === 'string' ? request : request.url);
  const open = async (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: async (request: Request | string) => entries.get(addressOf(request))?.clone(),
      put: async (request: Request | string, response: Response) => void entries.set(addressOf(request), response),
      delete: async (request: Request | string) => entries.delete(addressOf(request)),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  };
  const self = {
    location: new URL('sw.js', ROOT),
    clients: { matchAll: async () => [], get: async () => ({}) },
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
  };
  const fetch = async (request: Request | string, { cache = 'default' } = {}): Promise<Response> => {
    const url = addressOf(request);
    asked.push(cache === 'default' ? url.slice(ROOT.length) : `${url.slice(ROOT.length)} ${cache}`);
    const answer = network[url.slice(ROOT.length)];
    if (!answer) throw new TypeError('no network');
    const { type = 'text/plain', body = 'body', status = 200, movedTo } = answer;
    const response = new Response(body, { status, headers: { 'content-type': type } });
    const own = { type: 'basic', redirected: movedTo !== undefined, url: movedTo ?? url };
    for (const [name, value] of Object.entries(own)) Object.defineProperty(response, name, { value });
    const clone = response.clone.bind(response);
    response.clone = () => Object.defineProperties(clone(), Object.getOwnPropertyDescriptors(own));
    return response;
  };
  const caches = {
    open,
    has: async (name: string) => stores.has(name),
    match: async (request: Request | string, { cacheName }: { cacheName: string }) => (await open(cacheName)).match(request),
  };
  const scope = createContext({
    self,
    caches,
    fetch,
    Response,
    Headers,
    URL,
    Request,
    console,
    setTimeout: (call: () => void) => setTimeout(call),
  });
  runInContext(`const ASSETS = []; const CORE = [];\n${SOURCE}`, scope);

  async function dispatch(name: string, event: object): Promise<Response | undefined> {
    const work: Promise<unknown>[] = [];
    let answered: Promise<Response> | undefined;
    listeners.get(name)?.({
      ...event,
      waitUntil: (each: Promise<unknown>) => work.push(each),
      respondWith: (each: Promise<Response>) => {
        answered = each;
      },
    });
    const answer = await answered?.catch(() => undefined);
    for (let done = 0; done < work.length; done++) await work[done];
    return answer;
  }
  return {
    stores,
    asked,
    get: (path: string, mode = 'cors') =>
      dispatch('fetch', { request: { url: ROOT + path, method: 'GET', mode }, resultingClientId: 'a' }),
    activate: () => dispatch('activate', {}),
    tell: (data: object, ports: unknown[] = []) => dispatch('message', { data, ports, source: { id: 'a' } }),
    kept: (name: string) => [...(stores.get(name)?.keys() ?? [])].map((url) => url.slice(ROOT.length)).sort(),
  };
}

describe('the service worker stores', () => {
  it('files whose type matches their extension', async () => {
    const sound = {
      'assets/a.js': 'text/javascript; charset=utf-8',
      'assets/a.css': 'text/css',
      'assets/a.svg': 'image/svg+xml',
    };
    const worker = startWorker(Object.fromEntries(Object.entries(sound).map(([path, type]) => [path, { type }])));
    for (const path of Object.keys(sound)) expect((await worker.get(path))?.status).toBe(200);
    expect(worker.kept('assets')).toEqual(Object.keys(sound).sort());
  });

  it.each<[string, Answer]>([
    ['a page, as hosts answer for what is gone', { type: 'text/html' }],
    ['another type', { type: 'application/json' }],
    ['no type', { type: '' }],
    ['a redirect', { type: 'text/javascript', movedTo: `${ROOT}assets/other.js` }],
    ['an error', { type: 'text/javascript', status: 503 }],
    ['a part', { type: 'text/javascript', status: 206 }],
  ])('no script that is %s, and passes it on', async (_, answer) => {
    const worker = startWorker({ 'assets/a.js': answer });
    expect((await worker.get('assets/a.js'))?.status).toBe(answer.status ?? 200);
    expect(worker.kept('assets')).toEqual([]);
  });

  it('only our own pages and none redirected elsewhere; a host may drop .html', async () => {
    const type = 'text/html';
    const html = {
      '': { type, body: PAGE },
      'shell.html': { type, body: PAGE, movedTo: `${ROOT}shell` },
      'favicon.svg': { type: 'image/svg+xml' },
    };
    const worker = startWorker(html);
    await worker.get('', 'navigate');
    expect(worker.kept('pages')).toEqual(['', 'favicon.svg', 'shell.html']);
    expect(worker.stores.get('pages')?.get(`${ROOT}shell.html`)?.redirected).toBe(false);
    const portal = startWorker({
      '': { type, body: 'Sign in' },
      'shell.html': { type, body: PAGE, movedTo: `${ROOT}login` },
      'favicon.svg': { type },
      '_payload.json': { type },
      'manifest.webmanifest': { type: 'application/manifest+json' },
    });
    await portal.get('', 'navigate');
    await portal.get('_payload.json');
    await portal.get('manifest.webmanifest');
    expect(portal.kept('pages')).toEqual(['manifest.webmanifest']);
  });

  it.each([true, false])('no empty cache when it becomes active, erased before (%s)', async (isErased) => {
    const worker = startWorker({});
    if (isErased) await worker.tell({ kind: 'erase' });
    await worker.activate();
    expect([...worker.stores.keys()]).toEqual([]);
  });

  it('the answers that the page has loaded, without requesting them', async () => {
    const worker = startWorker({});
    const build = ['x-panscreen-build', 'b'];
    const offers = [
      { url: `${ROOT}api/screener/vector/US?build=b`, headers: [['content-type', 'application/octet-stream'], build] },
      { url: `${ROOT}api/screener/countries`, headers: [['etag', '"1"'], build] },
    ];
    const hand = async (): Promise<string[]> => {
      const output: string[] = [];
      const waiting = [...offers];
      let offer: (typeof offers)[number] | undefined;
      const { port1: ours, port2: theirs } = new MessageChannel();
      ours.onmessage = ({ data }) => {
        output.push(data);
        if (data === 'wanted') return ours.postMessage({ kind: 'answer', ...offer, body: new ArrayBuffer(4) });
        offer = waiting.shift();
        ours.postMessage(offer ? { kind: 'offer', ...offer } : { kind: 'end' });
      };
      await worker.tell({ kind: 'keepData' }, [theirs]);
      ours.close();
      return output;
    };
    expect(await hand()).toEqual(['next', 'wanted', 'next', 'wanted', 'next']);
    expect(worker.kept('data')).toEqual(['api/screener/countries', 'api/screener/vector/US?build=b']);
    // Answers of a build are immutable; the list is refetched, since it names the build.
    expect(await hand()).toEqual(['next', 'next', 'wanted', 'next']);
    expect(worker.asked).toEqual([]);
  });
});

describe('a script that does not run', () => {
  let stores: Stores;
  beforeEach(() => {
    const broken = (): Response => new Response('half a scr', { headers: { 'content-type': 'text/javascript' } });
    stores = new Map([['assets', new Map(['index', 'gone', 'other'].map((name) => [`${ROOT}assets/${name}.js`, broken()]))]]);
  });
  const network: Record<string, Answer> = {
    '': { type: 'text/html', body: PAGE },
    'assets/index.js': { type: 'text/javascript', body: 'whole' },
    'assets/gone.js': { type: 'text/html', status: 404 },
  };

  it('is refetched without caches, dropped when missing, and kept while offline', async () => {
    const worker = startWorker(network, stores);
    await worker.tell({ kind: 'replaceAssets', urls: ['index', 'gone', 'other'].map((name) => `${ROOT}assets/${name}.js`) });
    expect(worker.asked.sort()).toEqual(['assets/gone.js reload', 'assets/index.js reload', 'assets/other.js reload']);
    expect(worker.kept('assets')).toEqual(['assets/index.js', 'assets/other.js']);
    expect(await stores.get('assets')?.get(`${ROOT}assets/index.js`)?.text()).toBe('whole');
  });

  it('so that its page never starts: its files are refetched for the next try', async () => {
    const worker = startWorker(network, stores);
    await worker.get('', 'navigate');
    expect(worker.asked).toContain('assets/index.js reload');
    const other = startWorker(network, stores);
    await other.tell({ kind: 'started' });
    await other.get('', 'navigate');
    expect(other.asked).not.toContain('assets/index.js reload');
  });
});
