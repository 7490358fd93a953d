/** Commands in the README and the docs: those without network are run, the words of others are checked. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, temporaryFolder } from './product.ts';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);
const SCRIPTS = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);
const RUN = /\bpanscreen (columns|demo|ingest|screen)\b/;

/** Words of a command line without quotes and comments. */
function words(line: string): string[] {
  return [...line.replace(/ #.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!);
}

const lines = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [page, line] as const),
  ),
);
const inText = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/`((?:npm|npx|node) [^`]+)`/g)].map(([, line]) => [page, line!] as const),
);

describe('commands of the README and the docs', () => {
  it('exist', () => {
    expect(lines.filter(([page]) => page === 'README.md').length).toBeGreaterThan(6);
    expect(inText.length).toBeGreaterThan(5);
  });

  it.each([...lines, ...inText])('%s: %s names existing options', (_, line) => {
    for (const [, script] of line.matchAll(/\bnpm run ([\w:]+)/g)) expect(SCRIPTS).toContain(script);
    for (const [, path] of line.matchAll(/\bnode ((?:scripts|tests|bench)\/[\w./-]+)/g))
      expect(existsSync(path!), path).toBe(true);
    for (const [, path] of line.matchAll(/\bvitest run (?:--project \w+ )?([\w./-]+)/g))
      expect(existsSync(path!), path).toBe(true);
    const [, command] = /\bpanscreen (columns|demo|fetch|ingest|market|screen|serve)\b/.exec(line) ?? [];
    if (!command) return;
    const help = execFileSync(process.execPath, [CLI, command, '--help'], { encoding: 'utf8' });
    for (const option of words(line).filter((word) => /^--\w/.test(word))) expect(help).toContain(option);
  });

  it('of the README run one after another', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'my-tables'));
    writeFileSync(join(folder, 'my-tables/securities.csv'), 'symbol,name,country\nAAA,Aardvark,US\n');
    const output = lines
      .filter(([page, line]) => page === 'README.md' && RUN.test(line))
      .map(([, line]) => {
        const args = words(line.slice(line.indexOf('panscreen ') + 'panscreen '.length));
        const small = args[0] === 'demo' ? ['--securities', '1500'] : [];
        const out = execFileSync(process.execPath, [CLI, ...args, ...small], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        return out.trimEnd().split('\n').length;
      });
    expect(output.length).toBeGreaterThanOrEqual(5);
    for (const count of output) expect(count).toBeGreaterThan(0);
  });
});
