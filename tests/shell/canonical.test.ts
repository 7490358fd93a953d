import { describe, expect, it } from 'vitest';
import { pageFiles } from '../../scripts/page-files.ts';

const HTML = `<head><meta name="build" content="" /><link rel="icon" href="./favicon.svg" />
  <title>Panscreen</title></head>
  <script type="module" src="./assets/index.js"></script>`;

/** Files that the build writes next to the bundle. */
function written(url?: string): Record<string, string> {
  const before = process.env.PANSCREEN_URL;
  if (url) process.env.PANSCREEN_URL = url;
  else delete process.env.PANSCREEN_URL;
  try {
    const index = { type: 'asset', source: HTML };
    const files: Record<string, string> = {};
    const { generateBundle } = pageFiles() as unknown as { generateBundle(options: unknown, bundle: unknown): void };
    const emitFile = ({ fileName, source }: { fileName: string; source: string }): void => {
      files[fileName] = source;
    };
    generateBundle.call({ emitFile } as never, {}, { 'index.html': index });
    return { ...files, 'index.html': index.source };
  } finally {
    if (before !== undefined) process.env.PANSCREEN_URL = before;
    else delete process.env.PANSCREEN_URL;
  }
}

function canonicalAt(html: string | undefined, address: string): string {
  return new URL(/<link rel="canonical" href="([^"]*)"/.exec(html ?? '')?.[1] ?? 'none', address).href;
}

describe('the canonical link', () => {
  it.each(['http://localhost/', 'https://example.org/some/path/'])('below %s names the page that has it', (base) => {
    for (const files of [written(), written(base)]) {
      const screener = `${base}stocks/screener`;
      expect(canonicalAt(files['index.html'], base)).toBe(base);
      expect(canonicalAt(files['stocks/screener.html'], screener)).toBe(screener);
      expect(canonicalAt(files['stocks/screener/index.html'], `${screener}/`)).toBe(screener);
    }
  });

  it('leaves the other links of the page at their depth', () => {
    const html = written()['stocks/screener/index.html'] ?? '';
    expect(html).toContain('href="../../favicon.svg"');
    expect(html).toContain('src="../../assets/index.js"');
  });
});
