/** A browser's allocations for a page outside the script heap, from its memory dump. */
import type { Browser } from 'playwright';
import { traced } from './trace.ts';

/** Allocators whose objects live as long as the page wants them. */
const ALLOCATORS = ['malloc', 'partition_alloc', 'blink_gc/main'];

/** Bytes. */
export interface Allocation {
  /** In objects that are in use. */
  readonly allocated: number;
  /** In the allocators' pages, but in no object: kept for later ones. */
  readonly slack: number;
}

interface DumpEvent {
  readonly args?: {
    readonly dumps?: {
      readonly allocators?: Readonly<Record<string, { readonly attrs?: { readonly size?: { readonly value: string } } }>>;
    };
  };
}

/** Of the process with the largest script heap. NaN if unknown. */
export async function allocationOf(browser: Browser): Promise<Allocation> {
  const config = { includedCategories: ['disabled-by-default-memory-infra'], memoryDumpConfig: { triggers: [] } };
  const events = await traced<DumpEvent>(browser, config, (session) =>
    session.send('Tracing.requestMemoryDump', { levelOfDetail: 'detailed' }),
  );
  const sizes = events.flatMap(({ args }) => {
    const { allocators } = args?.dumps ?? {};
    if (!allocators) return [];
    const size = (name: string): number => Number.parseInt(allocators[name]?.attrs?.size?.value ?? '0', 16);
    const sum = (of: string): number => ALLOCATORS.reduce((total, name) => total + size(`${name}${of}`), 0);
    const allocated = sum('/allocated_objects');
    return [{ heap: size('v8/main/heap'), allocated, slack: sum('') - allocated }];
  });
  return sizes.sort((a, b) => b.heap - a.heap)[0] ?? { allocated: Number.NaN, slack: Number.NaN };
}
