import type { BrowserContext } from 'playwright';

/** Lets every country come by its own two calls, as from a server without bundles. */
export async function withoutBundles(made: Pick<BrowserContext, 'route'>): Promise<void> {
  await made.route('**/api/screener/bundles*', (route) => route.fulfill({ status: 404 }));
}
