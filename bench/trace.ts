/** The browser's trace of all its processes. */
import type { Browser, CDPSession } from 'playwright';

/** Events of these categories during `run`, which gets the browser's session. */
export async function traced<Event>(
  browser: Browser,
  traceConfig: object,
  run: (session: CDPSession) => Promise<unknown>,
): Promise<readonly Event[]> {
  const session = await browser.newBrowserCDPSession();
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])));
  await session.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  await run(session);
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return events;
}
