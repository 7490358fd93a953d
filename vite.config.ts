import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite build` makes the page (dist/app); `vite build --ssr` the server and the command line (dist/node). */
export default defineConfig(({ isSsrBuild }) => ({
  base: './',
  plugins: isSsrBuild ? [] : [react()],
  publicDir: isSsrBuild ? false : 'public',
  worker: { format: 'es' },
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/node',
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        rollupOptions: { input: { cli: 'src/cli.ts' }, external: ['@duckdb/node-api'] },
      }
    : { outDir: 'dist/app', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
}));
