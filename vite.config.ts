import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './scripts/chunks.ts';
import { licences } from './scripts/licences.ts';
import { localeParts, pageFiles } from './scripts/page-files.ts';

/** Which program `vite build --ssr` makes: the server and the command line, or what writes the home page as html. */
const NODE_PROGRAMS = {
  cli: { input: { cli: 'src/cli.ts' }, outDir: 'dist/node' },
  prerender: { input: { prerender: 'src/prerender.tsx' }, outDir: 'dist/prerender' },
};
const program = process.env.PANSCREEN_BUILD === 'prerender' ? NODE_PROGRAMS.prerender : NODE_PROGRAMS.cli;

/** `vite build` makes the page (dist/app); `vite build --ssr` a program for Node. */
export default defineConfig(({ isSsrBuild }) => {
  const { ofWorkers, ofPage } = licences();
  return {
    base: './',
    // The command line wants a language whole; the page and what writes it in two parts.
    plugins: isSsrBuild ? (program === NODE_PROGRAMS.cli ? [] : [localeParts()]) : [react(), localeParts(), pageFiles(), ofPage],
    publicDir: isSsrBuild ? false : 'public',
    worker: { format: 'es', plugins: () => [ofWorkers] },
    build: isSsrBuild
      ? {
          ssr: true,
          outDir: program.outDir,
          emptyOutDir: true,
          target: 'node20',
          minify: false,
          rollupOptions: { input: program.input, external: ['@duckdb/node-api'] },
        }
      : {
          outDir: 'dist/app',
          emptyOutDir: true,
          target: 'es2023',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
        },
  };
});
