/** Starts the engine's worker on demand or, from early.ts, while the page's scripts are still loading. */
import type { Answer, Request } from '../../engine/worker/protocol.ts';
import workerUrl from '../../engine/worker/worker.ts?worker&url';
import { BASE } from '../../shell/base.ts';
import { trustedScriptUrl } from '../../shell/trusted.ts';
import { forcedBackend, rememberedChoice } from '../diagnostics/backendChoice.ts';

export interface Started {
  readonly worker: Worker;
  readonly name: string;
}

interface Early extends Started {
  /** Messages before the engine listens. */
  readonly received: Answer[];
  fault: string | null;
}

let early: Early | null = null;
let startCount = 0;

export function startWorker(): Started {
  const name = `engine ${Date.now()} ${Math.random()} ${startCount++}`;
  return { worker: new Worker(trustedScriptUrl(workerUrl), { type: 'module', name }), name };
}

/** Starts a worker and its loading; buffers its messages for {@link takeEarly}. */
export function startEarly(): void {
  const started: Early = { ...startWorker(), received: [], fault: null };
  started.worker.onmessage = ({ data }: MessageEvent<Answer>) => started.received.push(data);
  started.worker.onerror = ({ message }) => {
    started.fault = message;
  };
  const request: Request = { kind: 'load', base: BASE, backend: forcedBackend(), remembered: rememberedChoice() };
  started.worker.postMessage(request);
  early = started;
}

/** The early worker, once, or null. `replay` dispatches its buffered messages. */
export function takeEarly(): (Started & { replay(): void }) | null {
  const taken = early;
  early = null;
  if (!taken) return null;
  const { worker, name, received } = taken;
  return {
    worker,
    name,
    replay: () => {
      for (const data of received) worker.dispatchEvent(new MessageEvent('message', { data }));
      if (taken.fault !== null) worker.dispatchEvent(new ErrorEvent('error', { message: taken.fault }));
    },
  };
}
