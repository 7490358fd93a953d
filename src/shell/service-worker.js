// Offline copies of the page and its latest data. The build prepends ASSETS (all files with content hashes in their names) and
// CORE (those that every visit needs, except languages). Online, the network is always asked first, except for immutable files.
// Data requests reach this worker only after the network has failed: relaying 240 answers slows a load down by a quarter.
const ROOT = new URL('./', self.location.href);
const CALLS = new URL('api/screener/', ROOT).href;
const BUILD_HEADER = 'x-panscreen-build';
const PARALLEL_MAX = 2;
/** A page not started by then counts as broken. */
const START_MS = 10_000;
/** Query prefix of requests for cached copies only; see src/engine/load/fetchAnswer.ts. */
const KEPT_QUERY = '?kept=1';

/** Content types by extension. Some hosts answer missing files with their page, as text/html. */
const TYPES = {
  css: /^text\/css/,
  html: /^text\/html/,
  js: /javascript/,
  json: /json/,
  png: /^image\/png/,
  svg: /^image\/svg/,
  wasm: /^application\/wasm/,
  webmanifest: /json/,
};

const within = (folder, url) => url.href.startsWith(new URL(folder, ROOT).href);

/** Set by an erasure: from then on this worker stores nothing. */
let isErased = false;
const keeping = new Set();

function keep(name, request, response) {
  const work = store(name, request, response).finally(() => keeping.delete(work));
  keeping.add(work);
  return work;
}

/** Whether an answer has the requested type and address. */
function isSound(address, response) {
  // Some hosts redirect to addresses without .html.
  const isMoved = response.redirected && response.url !== address.replace(/\.html$/, '');
  if (response.status !== 200 || isMoved || response.type !== 'basic') return false;
  const { pathname } = new URL(address);
  const extension = pathname === ROOT.pathname ? 'html' : /\.(\w+)$/.exec(pathname)?.[1];
  const type = response.headers.get('content-type') ?? '';
  return extension !== undefined && Object.hasOwn(TYPES, extension) ? TYPES[extension].test(type) : !TYPES.html.test(type);
}

/** A full disk loses the copy, never the answer. */
async function store(name, request, response) {
  if (isErased) return;
  try {
    const cache = await caches.open(name);
    const known = response.headers.has('etag') && (await cache.match(request));
    const isKnown = known && ['etag', BUILD_HEADER].every((header) => known.headers.get(header) === response.headers.get(header));
    if (!isKnown) await cache.put(request, response);
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
  if (isSound(event.request.url, response)) event.waitUntil(keep('assets', event.request, response.clone()));
  return response;
}

/** Deletes the entries of a cache for which `isOld` holds. Opening a missing cache would create it, even after an erasure. */
async function forget(name, isOld) {
  if (isErased || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) if (isOld(request.url)) await cache.delete(request);
}

/** Deletes data of other builds once the list of countries is from a new one. */
function forgetOtherBuilds(build) {
  return forget('data', (url) => ![null, '', build].includes(new URL(url).searchParams.get('build')));
}

/** Stores the answers that the page has loaded, received over the engine's port. Downloads nothing again. */
function takeAnswers(port) {
  return new Promise((ended) => {
    const next = () => port.postMessage('next');
    const end = () => {
      port.close();
      ended();
    };
    port.onmessage = ({ data: { kind, url, headers, body } }) => {
      if (isErased || kind === 'end') end();
      else if (kind === 'offer')
        void isKept(url, new Headers(headers)).then((known) => port.postMessage(known ? 'next' : 'wanted'));
      else void keepAnswer(url, new Response(body, { headers })).then(next);
    };
    next();
  });
}

/** Whether this version of an answer is stored. */
async function isKept(url, headers) {
  const found = await kept('data', url);
  if (!found) return false;
  if (new URL(url).searchParams.has('build')) return true;
  const etag = headers.get('etag');
  // Without an ETag the version is unknown; the list's date tells the age of all copies.
  return etag !== null && etag === found.headers.get('etag') && url !== `${CALLS}countries`;
}

async function keepAnswer(url, response) {
  const build = response.headers.get(BUILD_HEADER);
  await keep('data', url, response);
  if (build && url === `${CALLS}countries`) await forgetOtherBuilds(build).catch(() => {});
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/** Answers from the cache and reports its age. */
async function answerKept(event) {
  const url = new URL(event.request.url);
  url.search = url.search.slice(KEPT_QUERY.length).replace(/^&/, '?');
  const found = await kept('data', url.href);
  if (!found) return Response.error();
  event.waitUntil(tell({ kind: 'kept', at: Date.parse(found.headers.get('date') ?? '') }));
  return found;
}

/** The cached page; its links are relative to the root. */
async function pageFromNetwork(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok) {
      const html = response.clone();
      event.waitUntil(keepPages());
      event.waitUntil(html.text().then((text) => watchStart(event.resultingClientId, text)));
    }
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
    if (isSound(event.request.url, response)) event.waitUntil(keep('pages', event.request, response.clone()));
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
    if (!response || !isSound(url, response)) continue;
    // A host may answer every address with a login page.
    if (path !== './favicon.svg' && !(await response.clone().text()).includes('<meta name="build"')) continue;
    await keep('pages', url, response.redirected ? new Response(response.body, response) : response);
  }
}

async function each(items, work) {
  const waiting = [...items];
  const one = async () => {
    for (let item = waiting.shift(); item !== undefined && !isErased; item = waiting.shift()) await work(item).catch(() => {});
  };
  await Promise.all(Array.from({ length: PARALLEL_MAX }, one));
}

/** Stores what was loaded before this worker started. */
async function keepAssets(urls) {
  await each(new Set([...CORE.map((path) => new URL(path, ROOT).href), ...urls]), async (url) => {
    if (!within('assets/', new URL(url)) || (await kept('assets', url))) return;
    // The browser's cache has most of them: names with content hashes are immutable.
    const response = await fetch(url, { cache: 'force-cache' });
    if (isSound(url, response)) await keep('assets', url, response);
  });
}

/** Refetches scripts that failed to run or whose page did not start: cached copies may be broken. */
async function replaceAssets(urls) {
  await each(new Set(urls), async (url) => {
    if (!within('assets/', new URL(url))) return;
    const response = await fetch(url, { cache: 'reload' });
    await forget('assets', (known) => known === url);
    if (isSound(url, response)) await keep('assets', url, response);
  });
}

/** Ids of clients whose page has started. */
const started = new Set();

/** Replaces the files of a page that has not started in time. */
async function watchStart(id, html) {
  await new Promise((late) => setTimeout(late, START_MS));
  if (started.has(id) || !(await self.clients.get(id))) return;
  const links = [...html.matchAll(/\s(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, link]) =>
    link.replace(/^(?:\.{1,2}\/)+/, './'),
  );
  await replaceAssets(links.map((link) => new URL(link, ROOT).href));
}

function forgetOldAssets() {
  const current = new Set(ASSETS.map((path) => new URL(path, ROOT).href));
  return forget('assets', (url) => !current.has(url));
}

/** Static routes for requests that need no worker, where supported; elsewhere the fetch handler ignores them. */
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
  if (event.data?.kind === 'started') started.add(event.source.id);
  if (event.data?.kind === 'replaceAssets') {
    event.waitUntil(replaceAssets(event.data.urls).then(() => event.ports[0]?.postMessage(null)));
  }
  if (event.data?.kind === 'keepAssets') event.waitUntil(keepAssets(event.data.urls));
  if (event.data?.kind === 'keepData') event.waitUntil(takeAnswers(event.ports[0]));
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
