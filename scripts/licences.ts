/** Collects the licences of the packages in the page and its workers, which must be distributed with them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'licenses.md';
const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)/i;
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

function sectionOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => `\n\`\`\`\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\n`);
  const by = typeof author === 'string' ? author : author?.name;
  return `## ${name} ${version} (${license})\n${texts.length > 0 ? texts.join('') : by ? `\nBy ${by}.\n` : ''}`;
}

/** Two plugins that share their findings: one for the workers, and one for the page, which is built last and writes the file. */
export function licences(): { readonly ofWorkers: Plugin; readonly ofPage: Plugin } {
  const folders = new Set<string>();
  const collect: Plugin['generateBundle'] = (_, bundle) => {
    for (const chunk of Object.values(bundle)) {
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const [folder] = PACKAGE.exec(id.replaceAll('\0', '')) ?? [];
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
      }
    }
  };
  return {
    ofWorkers: { name: 'licences-of-workers', apply: 'build', generateBundle: collect },
    ofPage: {
      name: 'licences',
      apply: 'build',
      generateBundle(...given) {
        collect.apply(this, given);
        const sections = [...folders].sort().map(sectionOf);
        this.emitFile({
          type: 'asset',
          fileName: FILE,
          source: `# Packages in this page, and their licences\n\n${sections.join('\n')}`,
        });
      },
    },
  };
}
