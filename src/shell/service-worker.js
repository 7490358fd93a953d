// Keeps the page and its last data for times without a network. The build writes ASSETS (every file whose name changes with its
// content) and CORE (those that a visit needs, languages aside) before this text. Online, the network is always asked first, except
// for files that can't change. Data are asked of this worker only when the network has not answered: its messages to and fro cost a load
// of 240 answers a quarter of its time.
const ROOT = new URL('./', self.location.href);
const CALLS = new URL('api/screener/', ROOT).href;
const BUILD_HEADER = 'x-panscreen-build';
const PARALLEL_MAX = 2;
/** First in the query of what the page asks of the copies alone; see src/engine/answer.ts. */
const KEPT_QUERY = '?kept=1';

const within = (folder, url) => url.href.startsWith(new URL(folder, ROOT).href);

/** The user has deleted all: this worker keeps nothing more until it ends with its last page. */
let isErased = false;
const keeping = new Set();

function keep(name, request, response) {
  const work = store(name, request, response).finally(() => keeping.delete(work));
  keeping.add(work);
  return work;
}

/** A full disk costs the copy, never the answer. */
async function store(name, request, response) {
  if (isErased) return;
  try {
    const cache = await caches.open(name);
    const etag = response.headers.get('etag');
    const kept = etag && (await cache.match(request));
    if (!kept || kept.headers.get('etag') !== etag) await cache.put(request, response);
  } catch (error) {
    console.warn('not kept for later', error);
  }
}

async function kept(name, request) {
  try {
    return await caches.match(request, { cacheName: name });
  } catch {
    return undefined;
  }
}

async function assetFirstKept(event) {
  const found = await kept('assets', event.request);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep('assets', event.request, response.clone()));
  return response;
}

/** Data of earlier builds are of no use once the list of countries is of another one. */
async function forgetOtherBuilds(build) {
  const cache = await caches.open('data');
  for (const request of await cache.keys()) {
    const named = new URL(request.url).searchParams.get('build');
    if (named && named !== build) await cache.delete(request);
  }
}

async function keepAnswer(request, response) {
  await keep('data', request, response);
  const build = response.headers.get(BUILD_HEADER);
  if (build && request.url === `${CALLS}countries`) await forgetOtherBuilds(build).catch(() => {});
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/** What was kept of an answer, and word of how old it is. */
async function answerKept(event) {
  const url = new URL(event.request.url);
  url.search = url.search.slice(KEPT_QUERY.length).replace(/^&/, '?');
  const found = await kept('data', url.href);
  if (!found) return Response.error();
  event.waitUntil(tell({ kind: 'kept', at: Date.parse(found.headers.get('date') ?? '') }));
  return found;
}

/** The page's html as it was kept; its links are relative to the root. */
async function pageFromNetwork(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keepPages());
    return response;
  } catch (error) {
    const isHome = new URL(event.request.url).pathname === ROOT.pathname;
    const found = await kept('pages', new URL(isHome ? './' : './shell.html', ROOT).href);
    if (!found) throw error;
    const html = (await found.text()).replaceAll(/(\s(?:src|href)=")\.\//g, `$1${ROOT.pathname}`);
    return new Response(html, { headers: found.headers });
  }
}

async function otherFromNetwork(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep('pages', event.request, response.clone()));
    return response;
  } catch (error) {
    const found = await kept('pages', event.request);
    if (!found) throw error;
    return found;
  }
}

async function keepPages() {
  for (const path of ['./', './shell.html', './favicon.svg']) {
    const url = new URL(path, ROOT).href;
    const response = await fetch(url).catch(() => null);
    if (response?.ok) await keep('pages', url, response);
  }
}

async function each(items, work) {
  const waiting = [...items];
  const one = async () => {
    for (let item = waiting.shift(); item !== undefined && !isErased; item = waiting.shift()) await work(item).catch(() => {});
  };
  await Promise.all(Array.from({ length: PARALLEL_MAX }, one));
}

/** What the first visit loaded before this worker was there. */
async function keepAssets(urls) {
  await each(new Set([...CORE.map((path) => new URL(path, ROOT).href), ...urls]), async (url) => {
    if (!within('assets/', new URL(url)) || (await kept('assets', url))) return;
    const response = await fetch(url);
    if (response.ok) await keep('assets', url, response);
  });
}

async function keepData() {
  const countries = await fetch(`${CALLS}countries`);
  if (!countries.ok) return;
  const build = countries.headers.get(BUILD_HEADER);
  const codes = Object.keys(await countries.clone().json());
  await keepAnswer(new Request(`${CALLS}countries`), countries);
  const perCountry = codes.flatMap((code) => [`vector/${code}`, `vector-indexing/${code}`]);
  await each(['reverse-index', 'header-index', ...perCountry], async (call) => {
    const url = new URL(call, CALLS);
    if (build) url.searchParams.set('build', build);
    if (build && (await kept('data', url.href))) return;
    const response = await fetch(url);
    if (response.ok) await keep('data', url.href, response);
  });
}

async function forgetOldAssets() {
  const cache = await caches.open('assets');
  const current = new Set(ASSETS.map((path) => new URL(path, ROOT).href));
  for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
}

/** What a browser can do without this worker, where it can be told so; else the worker leaves it to the browser when it is asked. */
async function addRoutes(event) {
  const below = (folder) => `${ROOT.pathname}${folder}*`;
  const answers = (search) => ({ condition: { urlPattern: { pathname: below('api/'), search } }, source: 'network' });
  const assets = { condition: { urlPattern: { pathname: below('assets/') } }, source: { cacheName: 'assets' } };
  await event.addRoutes?.([answers(''), answers('build=*'), assets]);
}

self.addEventListener('install', (event) => {
  event.waitUntil(addRoutes(event).catch(() => {}));
  event.waitUntil(keepPages());
});
self.addEventListener('activate', (event) => event.waitUntil(forgetOldAssets().catch(() => {})));
self.addEventListener('message', (event) => {
  if (event.data?.kind === 'erase') {
    isErased = true;
    event.waitUntil(Promise.all(keeping).then(() => event.ports[0]?.postMessage(null)));
  }
  if (event.data?.kind === 'keepAssets') event.waitUntil(keepAssets(event.data.urls));
  if (event.data?.kind === 'keepData') event.waitUntil(keepData().then(() => tell({ kind: 'dataKept' })));
});
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !within('./', url) || within('builds/', url) || within('sw.js', url)) return;
  if (event.request.mode === 'navigate') event.respondWith(pageFromNetwork(event));
  else if (within('assets/', url)) event.respondWith(assetFirstKept(event));
  else if (within('api/', url)) {
    if (url.search.startsWith(KEPT_QUERY)) event.respondWith(answerKept(event));
  } else event.respondWith(otherFromNetwork(event));
});
