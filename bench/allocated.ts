/** What the parts of a browser have allocated for a page outside of the script's heap, from the browser's own dump of its memory. */
import type { Browser, CDPSession } from 'playwright';

/** Allocators whose objects live as long as the page wants them; what a process keeps resident beyond these is its allocators' slack. */
const ALLOCATORS = ['malloc/allocated_objects', 'partition_alloc/allocated_objects', 'blink_gc/main/allocated_objects'];

interface DumpEvent {
  readonly args?: {
    readonly dumps?: {
      readonly allocators?: Readonly<Record<string, { readonly attrs?: { readonly size?: { readonly value: string } } }>>;
    };
  };
}

/** Bytes allocated by the process that has the largest script heap. */
export async function allocatedBytes(browser: Browser): Promise<number> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  const events: DumpEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as DumpEvent[])));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-memory-infra'], memoryDumpConfig: { triggers: [] } as never },
    transferMode: 'ReportEvents',
  });
  await session.send('Tracing.requestMemoryDump', { levelOfDetail: 'detailed' });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const sizes = events.flatMap(({ args }) => {
    const { allocators } = args?.dumps ?? {};
    if (!allocators) return [];
    const size = (name: string): number => Number.parseInt(allocators[name]?.attrs?.size?.value ?? '0', 16);
    return [{ heap: size('v8/main/heap'), allocated: ALLOCATORS.reduce((sum, name) => sum + size(name), 0) }];
  });
  return sizes.sort((a, b) => b.heap - a.heap)[0]?.allocated ?? Number.NaN;
}
