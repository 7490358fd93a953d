/** Written next to the bundle: copies of the page for its routes, the build's manifests, the service worker, files for crawlers. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const ROUTES = ['/', '/stocks/screener'];
const PRERENDERED = ['/'];
/** The sitemap needs whole addresses; without PANSCREEN_URL it names the one that `npm start` prints. */
const DEFAULT_URL = 'http://127.0.0.1:8080/';

/** The page for a copy whose root is `root`: its links are relative, and each copy's lead up to the root. */
function below(html: string, root: string, canonical: string): string {
  return html
    .replaceAll(/(src|href|content)="\.\//g, `$1="${root}`)
    .replace(/<link rel="canonical" href="[^"]*"/, `<link rel="canonical" href="${canonical}"`);
}

function idOf(html: string, names: readonly string[]): string {
  const hash = createHash('sha256').update(html);
  for (const name of [...names].sort()) hash.update(name);
  return hash.digest('hex').slice(0, 16);
}

function serviceWorker(assets: readonly string[], core: readonly string[]): string {
  const source = readFileSync('src/shell/service-worker.js', 'utf8');
  return `const ASSETS = ${JSON.stringify(assets)};\nconst CORE = ${JSON.stringify(core)};\n${source}`;
}

/**
 * Static hosts have no routes. Those that drop .html or open a folder's index find the copies of the screener; many send 404.html for
 * anything else. That page is sent at any depth, so it names the root: build with `--base /sub-path/` for a host below one.
 * shell.html is the page without content, sent by a server or a service worker.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/screener/state/early.ts', name: 'early' });
    },
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const isLanguage = (name: string): boolean => {
        const file = bundle[name];
        return file?.type === 'chunk' && /\/locales\/(?!en-US)/.test(file.facadeModuleId ?? '');
      };
      const url = process.env.PANSCREEN_URL;
      const id = idOf(String(index.source), names);
      let html = String(index.source)
        .replaceAll(/ *<!--.*?-->\n/g, '')
        .replace('<meta name="build" content=""', `<meta name="build" content="${id}"`)
        .replace('<title>', `<link rel="canonical" href="${url ?? './'}">\n    <title>`);
      if (existsSync('public/analytics.js')) {
        html = html.replace('<meta name="build"', '<meta name="analytics" content="./analytics.js" />\n    <meta name="build"');
      }
      if (url) html = html.replace('content="./social.png"', `content="${new URL('social.png', url)}"`);
      index.source = html;
      const desk = screenerPage(html, bundle);
      const screener = url ? new URL('stocks/screener', url).href : './screener';
      const site = new URL(url ?? DEFAULT_URL);
      const emitted: Record<string, string> = {
        'shell.html': html,
        'stocks/screener.html': below(desk, '../', screener),
        'stocks/screener/index.html': below(desk, '../../', url ? screener : '../screener'),
        '404.html': below(html, '/', '/'),
        'builds/latest.json': JSON.stringify({ id }),
        [`builds/meta/${id}.json`]: JSON.stringify({
          id,
          matcher: { static: Object.fromEntries(PRERENDERED.map((path) => [path, { prerender: true }])), wildcard: {} },
          prerendered: PRERENDERED,
        }),
        'sw.js': serviceWorker(
          names,
          names.filter((name) => !isLanguage(name)),
        ),
        'robots.txt': `User-agent: *\nDisallow: ${site.pathname}api/\n\nSitemap: ${new URL('sitemap.xml', site)}\n`,
        'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${ROUTES.map(
          (path) => `  <url><loc>${new URL(path.slice(1), site)}</loc></url>\n`,
        ).join('')}</urlset>\n`,
      };
      for (const [fileName, source] of Object.entries(emitted)) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Scripts and styles that a chunk needs, itself first. */
function filesOf(bundle: Bundle, from: string): string[] {
  const found = new Set([from]);
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    for (const each of chunk.imports) found.add(each);
    for (const each of chunk.viteMetadata?.importedCss ?? []) found.add(each);
  }
  return [...found];
}

/** The screener's page: the script that requests the data comes first, with preloads of all that the page will import. */
function screenerPage(html: string, bundle: Bundle): string {
  if (Object.values(bundle).every(({ type }) => type === 'asset')) return html;
  const chunkOf = (source: string): string => {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(source));
    if (!chunk) throw new Error(`no script of the build comes from ${source}: the screener's page can't name it`);
    return chunk.fileName;
  };
  const [early, screener] = [chunkOf('/src/screener/state/early.ts'), chunkOf('/src/screener/Screener.tsx')];
  const first = new Set([early, ...filesOf(bundle, early)]);
  // Files are requested in this order: those that start loading data come before those of every page.
  const rest = html.replaceAll(/ *<link rel="modulepreload"[^>]*href="\.\/([^"]+)">\n/g, (link, name: string) =>
    first.has(name) ? '' : link,
  );
  const known = new Set([...rest.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name));
  const links = [...new Set([...first, ...filesOf(bundle, screener)])]
    .filter((name) => !known.has(name))
    .map((name) => {
      if (name === early) return `<script type="module" crossorigin src="./${name}"></script>`;
      const rel = name.endsWith('.css') ? 'stylesheet' : 'modulepreload';
      return `<link rel="${rel}" crossorigin href="./${name}">`;
    });
  const scripts = links.filter((link) => !link.includes('stylesheet'));
  const styles = links.filter((link) => link.includes('stylesheet'));
  return rest
    .replace('<script type="module"', () => `${scripts.join('\n    ')}\n    <script type="module"`)
    .replace('</head>', () => `  ${styles.join('\n    ')}\n  </head>`);
}

const LOCALE_FILE = /^(.*\/locales\/[\w-]+\.json)(?:\?.*\b(columns|onDemand)\b.*)?$/;

/** Prefixes of the keys of each part; the first part has all other texts. */
export const PARTS_OF_TEXTS = {
  /** Texts that the screener shows at once. */
  columns:
    /^(?:action|announcement|asOf|column|comparison|empty|flagName|form|format|group|header|hold|isAdr|members|print|sector|source|swap|totals|type|zoom)\./,
  /** Texts of screens that are loaded when opened. */
  onDemand:
    /^(?:backtest|bias|breakdown|columns|compare|conclusion|coverage|data|dates|definition|fate|flag|function|holding|inspector|interval|keys|left|lineage|lists|literature|map|notes|panorama|period|portfolio|profile|row|saved|scale|scatter|statistic|tab|trace)\./,
};

function isOfPart(key: string, part: string | undefined): boolean {
  const found = Object.entries(PARTS_OF_TEXTS).find(([, keys]) => keys.test(key));
  return found?.[0] === part;
}

/** Splits a language's file into three: `?columns` and `?onDemand` load the texts of those parts. */
export function localeParts(): Plugin {
  return {
    name: 'locale-parts',
    enforce: 'pre',
    load(id) {
      const [, file, part] = LOCALE_FILE.exec(id) ?? [];
      if (!file) return null;
      this.addWatchFile(file);
      const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      const json = JSON.stringify(Object.fromEntries(texts.filter(([key]) => isOfPart(key, part))));
      return part ? { code: `export default ${json}`, moduleType: 'js' } : json;
    },
  };
}
