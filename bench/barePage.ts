/**
 * Drives a page without recording its network traffic. A test driver keeps the responses to all requests in the page's own
 * process, up to 100 MB, which would count as the page's memory.
 */
import type { Browser, CDPSession } from 'playwright';
import type { Desk, Session } from '../tests/e2e/work.ts';

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

/** Runs in the page before its own scripts. */
function noteErrors(): void {
  const errors: string[] = [];
  Object.assign(globalThis, { notedErrors: errors });
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A profile of the browser that has visited nothing yet. */
export async function newProfile(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  await session.detach();
  return browserContextId;
}

export class BarePage implements Desk, Session {
  readonly #session: CDPSession;
  readonly #sessionId: string;
  readonly #targetId: string;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #listeners = new Map<string, ((params: never) => void)[]>();
  #asked = 0;

  private constructor(session: CDPSession, sessionId: string, targetId: string) {
    this.#session = session;
    this.#sessionId = sessionId;
    this.#targetId = targetId;
    session.on('Target.receivedMessageFromTarget', ({ message, sessionId: from }) => {
      if (from === sessionId) this.#hear(JSON.parse(message) as Message);
    });
  }

  /**
   * Opens an address in a window of this size, without a question about analytics.
   *
   * @param profile one of `newProfile`
   * @param before runs in the page before its own scripts
   */
  static async open(browser: Browser, profile: string, address: string, size: Size, before?: () => void): Promise<BarePage> {
    const session = await browser.newBrowserCDPSession();
    const cookie = { name: 'analytics', value: 'false', url: address };
    await session.send('Storage.setCookies', { cookies: [cookie], browserContextId: profile });
    const asked = { url: 'about:blank', browserContextId: profile, newWindow: true };
    const { targetId } = await session.send('Target.createTarget', asked);
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const page = new BarePage(session, sessionId, targetId);
    await page.send('Page.enable');
    for (const run of before ? [noteErrors, before] : [noteErrors])
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${run})()` });
    await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    await page.send('Page.navigate', { url: address });
    return page;
  }

  async close(): Promise<void> {
    await this.#session.send('Target.closeTarget', { targetId: this.#targetId });
    await this.#session.detach();
  }

  #hear({ id, method, params, ...answer }: Message): void {
    if (id !== undefined) this.#answers.get(id)?.(answer);
    else if (method) for (const listener of this.#listeners.get(method) ?? []) listener(params as never);
  }

  async send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#asked;
    const answered = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { result, error } = await answered;
    this.#answers.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  on(method: string, listener: (params: never) => void): void {
    this.#listeners.set(method, [...(this.#listeners.get(method) ?? []), listener]);
  }

  async evaluate<A, T>(run: (operand: A) => T | Promise<T>, operand: A): Promise<T> {
    const expression = `(${run})(${JSON.stringify(operand)})`;
    const asked = this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    const { result, exceptionDetails } = (await asked) as Evaluated;
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the page threw');
    return result.value as T;
  }

  /** Errors thrown in the page so far. */
  async errors(): Promise<readonly string[]> {
    return this.evaluate(() => (globalThis as { notedErrors?: string[] }).notedErrors ?? [], null);
  }
}
