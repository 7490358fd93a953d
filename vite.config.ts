import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Copies of index.html for static hosts, which know no routes: a host that drops .html or one that looks into folders finds the screener,
 * and 404.html is what many of them answer with otherwise. In each the relative paths lead up to the page's root; 404.html, which may be
 * answered at any depth, names the root itself: build with `--base /sub-path/` for a host below a sub-path.
 */
function staticRoutes(): Plugin {
  return {
    name: 'static-routes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      const html = String(index.source);
      const copies = { 'stocks/screener.html': '../', 'stocks/screener/index.html': '../../', '404.html': '/' };
      for (const [fileName, root] of Object.entries(copies)) {
        this.emitFile({ type: 'asset', fileName, source: html.replaceAll(/(src|href)="\.\//g, `$1="${root}`) });
      }
    },
  };
}

/** `vite build` makes the page (dist/app); `vite build --ssr` the server and the command line (dist/node). */
export default defineConfig(({ isSsrBuild }) => ({
  base: './',
  plugins: isSsrBuild ? [] : [react(), staticRoutes()],
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
