import { createServer, type Plugin, type ViteDevServer } from 'vite';

/** An isolated page's clock counts in steps of 5 µs instead of 100. */
export const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Serves the pages of `bench/` from their sources, on a free port. */
export async function isolatedServer(plugins: Plugin[] = []): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root: '.',
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null, headers: ISOLATED },
    optimizeDeps: { noDiscovery: true },
    plugins,
  });
  return await server.listen();
}
