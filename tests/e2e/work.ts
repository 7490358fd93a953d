/** Random user work at high speed by keys and controls: edits, scrolls, columns, sheets, lens, undo and navigation; and the browser's memory afterwards. */

export interface Desk {
  evaluate<A, T>(run: (operand: A) => T | Promise<T>, operand: A): Promise<T>;
}

/** DevTools commands for a page. */
export interface Session {
  send(method: string, params?: object): Promise<unknown>;
  on(method: string, listener: (params: never) => void): void;
}

/** Memory after a garbage collection. */
export interface Held {
  /** Bytes of the page's objects. */
  readonly heap: number;
  /** Bytes of the workers' objects. */
  readonly worker: number;
  /** Bytes of buffers and WebAssembly memories of page and workers. */
  readonly buffers: number;
  /** Nodes of all documents, attached or not. */
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
  readonly workers: number;
}

/** Time limit for anything to appear. */
const SHOWN_MS = 120_000;

/** Performs random actions, reproducible by seed. */
export async function work(desk: Desk, count: number, seed: number): Promise<void> {
  await desk.evaluate(
    async ({ count, seed }) => {
      let random = seed >>> 0 || 1;
      const below = (limit: number): number => {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((random / 2 ** 32) * limit);
      };
      const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const press = (key: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}): void => {
        const target = document.activeElement ?? document.body;
        for (const type of ['keydown', 'keyup'])
          target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true, ...held }));
      };
      const leaveBox = (): void => {
        if (document.activeElement instanceof HTMLElement && !document.activeElement.closest('.grid-editor'))
          document.activeElement.blur();
      };
      const edit = (text: string): void => {
        const box = document.getElementById('screen-text');
        if (!(box instanceof HTMLTextAreaElement)) return;
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, text);
        box.dispatchEvent(new Event('input', { bubbles: true }));
      };
      const columns = ['close', 'beta', 'marketCapitalization', 'returnOnEquity', 'netProfitMargin', 'acquirersMultiple'];
      const screens = [
        () => `${pick(columns)} >= ${below(100) / 50}`,
        () => `type = Equity | sort ${pick(columns)} ${pick(['asc', 'desc'])} | rows 1..${1 + below(200)}`,
        () => `sector in (Technology, Energy) | percent 0..${1 + below(99)}`,
        () => `let own = ${pick(columns)} / nz(${pick(columns)}) | own >= ${below(9)} | sort own desc`,
        () => `any(${pick(columns)} >= ${below(9)}, ${pick(columns)} <= ${below(9)})`,
        () => `${pick(columns)} >= ${below(9)} | ${'('.repeat(below(3))}`,
        () => '',
      ];
      const close = async (): Promise<void> => {
        for (let time = 0; time < 5 && document.querySelector('[role="dialog"], [role="menu"]'); time++) {
          press('Escape');
          await frame();
          await frame();
        }
      };
      const actions: readonly (() => void | Promise<void>)[] = [
        () => edit(pick(screens)()),
        () => edit(pick(screens)()),
        () => edit(pick(screens)()),
        () => {
          const scroller = document.querySelector('.dvn-scroller');
          if (!scroller) return;
          scroller.scrollTop = below(scroller.scrollHeight);
          scroller.scrollLeft = below(scroller.scrollWidth);
        },
        () => {
          const canvas = document.querySelector('.grid-editor canvas');
          const box = canvas?.getBoundingClientRect();
          if (!canvas || !box) return;
          const place = { clientX: box.left + below(box.width), clientY: box.top + below(box.height), bubbles: true };
          canvas.dispatchEvent(new MouseEvent('mousemove', place));
          canvas.dispatchEvent(new PointerEvent('pointermove', place));
        },
        // Column actions on the grid.
        async () => {
          leaveBox();
          press('2');
          await frame();
          for (let step = below(5); step > 0; step--)
            press(pick(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'End']));
          press(pick(['s', 'f', '.', 'c', '-', '!', '<', '>', 'w', 'z', 'i', 'm', 's', '<', '>']));
        },
        // A column set from the palette restores hidden columns.
        async () => {
          leaveBox();
          press('k', { ctrlKey: true });
          for (let time = 0; time < 20 && !document.querySelector('.palette-text'); time++) await frame();
          const box = document.querySelector('.palette-text');
          if (!(box instanceof HTMLInputElement)) return;
          box.focus();
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
            box,
            pick(['momentum', 'quality', 'everything', 'valuation', 'solvency', 'beta', 'reset']),
          );
          box.dispatchEvent(new Event('input', { bubbles: true }));
          await frame();
          press('Enter');
          await frame();
        },
        () => {
          leaveBox();
          press(pick(['p', ']', '[', '\\', 'o', 'v', 'l', 'x', 'b', 'd', 'k', '1', '3', 'n', '?', 'g']));
        },
        () => {
          leaveBox();
          press(pick(['P', 'B']), { shiftKey: true });
        },
        () => {
          leaveBox();
          press('z', { ctrlKey: true });
        },
        () => {
          leaveBox();
          press('z', { ctrlKey: true, shiftKey: true });
        },
        // Step controls.
        () => {
          const buttons = [...document.querySelectorAll<HTMLElement>('.step button, .step input[type="checkbox"]')];
          if (buttons.length > 0) pick(buttons).click();
        },
        // Tabs of the right panel.
        () => {
          const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
          if (tabs.length > 0) pick(tabs).click();
        },
      ];
      for (let done = 0; done < count; done++) {
        await close();
        if (!document.getElementById('screen-text')) {
          leaveBox();
          press('[');
          await frame();
        }
        await pick(actions)();
        await frame();
      }
      await close();
    },
    { count, seed },
  );
}

/** Waits until an element is shown or hidden. */
function waitFor(desk: Desk, selector: string, isShown: boolean): Promise<void> {
  return desk.evaluate(
    async ({ selector, isShown, limitMs }) => {
      const from = performance.now();
      while ((document.querySelector(selector) !== null) !== isShown) {
        if (performance.now() - from > limitMs) throw new Error(`${selector} is ${isShown ? 'not' : 'still'} there`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    { selector, isShown, limitMs: SHOWN_MS },
  );
}

/** Waits until the screener shows the rows of every country. */
export async function loaded(desk: Desk): Promise<void> {
  await waitFor(desk, '.status-rows', true);
  await waitFor(desk, '.top-loading', false);
}

/** Goes to the home page without a page load: what remains of the screener is retained memory. */
export async function goHome(desk: Desk): Promise<void> {
  // Undo navigation is asynchronous and must finish.
  await desk.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)), null);
  await desk.evaluate(() => document.querySelector<HTMLAnchorElement>('.top-name')?.click(), null);
  await waitFor(desk, '.status-rows', false);
  await waitFor(desk, 'h1', true);
}

/** Returns to the screener. */
export async function comeBack(desk: Desk): Promise<void> {
  await desk.evaluate(() => history.back(), null);
  await waitFor(desk, '.status-rows', true);
}

/** Visits the screener without steps and with only the step panel open, so that memory retained from the last visit is comparable. */
export async function visitIdle(desk: Desk): Promise<void> {
  await desk.evaluate(() => document.querySelector<HTMLAnchorElement>('.home-open')?.click(), null);
  await loaded(desk);
  await desk.evaluate(async () => {
    const panels = [
      { key: '[', selector: '.dock-steps', isOpen: true },
      { key: ']', selector: '.dock-columns', isOpen: false },
    ];
    for (const { key, selector, isOpen } of panels) {
      if ((document.querySelector(selector) !== null) === isOpen) continue;
      for (const type of ['keydown', 'keyup']) document.body.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }));
    }
  }, null);
  await waitFor(desk, '.dock-steps', true);
  await waitFor(desk, '.dock-columns', false);
  await goHome(desk);
}

/** Bytes of one heap: objects and buffers. */
interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

/** Measures a page and its workers. */
export class Memory {
  readonly #session: Session;
  readonly #workers = new Set<string>();
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async of(session: Session): Promise<Memory> {
    const memory = new Memory(session);
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }: { sessionId: string; targetInfo: { type: string } }) => {
      if (targetInfo.type === 'worker') memory.#workers.add(sessionId);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }: { sessionId: string }) => memory.#workers.delete(sessionId));
    session.on('Target.receivedMessageFromTarget', ({ message }: { message: string }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
      if (id !== undefined) memory.#waiting.get(id)?.(result);
    });
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    // Without flattening, worker messages arrive through the page's session.
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    return memory;
  }

  #ofWorker(sessionId: string, method: string): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, (result) => {
        this.#waiting.delete(id);
        resolve(result);
      });
      void this.#session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    });
  }

  /** Collects garbage in page and workers and measures memory. */
  async held(): Promise<Held> {
    const session = this.#session;
    let worker = 0;
    let buffers = 0;
    for (const id of this.#workers) {
      await this.#ofWorker(id, 'HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize = 0 } = (await this.#ofWorker(id, 'Runtime.getHeapUsage')) as HeapUsage;
      worker += usedSize;
      buffers += backingStorageSize;
    }
    for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage');
    const { backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as HeapUsage;
    const { metrics } = (await session.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      heap: of('JSHeapUsedSize'),
      worker,
      buffers: buffers + backingStorageSize,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
      documents: of('Documents'),
      workers: this.#workers.size,
    };
  }
}
