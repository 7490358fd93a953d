import type { BrowserContext } from 'playwright';

/** Serves every country by its own two calls, like a server without bundles. */
export async function withoutBundles(made: Pick<BrowserContext, 'route'>): Promise<void> {
  await made.route('**/api/screener/bundles*', (route) => route.fulfill({ status: 404 }));
}
