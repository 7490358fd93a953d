/** Keeps a load's answers until the service worker has taken them, so that its offline copies cost no second download. */

import { CALLS } from '../../wire/calls.ts';

/** Memory limit. A larger universe is not available offline. */
const HELD_BYTES_MAX = 256 * 1024 * 1024;
/** Headers that a copy needs: type, age and version. */
const KEPT_HEADERS = ['content-type', 'date', 'etag', 'x-panscreen-build'] as const;

interface Held {
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Uint8Array;
}

/** Messages of the engine's worker: an answer on offer, the bytes of a wanted one, and the end of the list. */
export type Handing =
  | { readonly kind: 'offer'; readonly url: string; readonly headers: Held['headers'] }
  | { readonly kind: 'answer'; readonly url: string; readonly headers: Held['headers']; readonly body: ArrayBuffer }
  | { readonly kind: 'end' };

/** Messages of the service worker: offer the next answer, or send the bytes of this one. */
export type Taking = 'next' | 'wanted';

function ownBytes(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : bytes.slice().buffer;
}

export class RetainedAnswers {
  readonly #byUrl = new Map<string, Held>();
  #byteCount = 0;
  #isOpen = true;

  /** Keeps a complete answer. */
  add(url: string, headers: Headers, bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    this.#byteCount += bytes.byteLength;
    if (this.#byteCount > HELD_BYTES_MAX) this.drop();
    else this.#byUrl.set(url, { headers: kept, bytes });
  }

  /** Drops everything, and keeps nothing from now on. */
  drop(): void {
    this.#isOpen = false;
    this.#byUrl.clear();
  }

  /** Sends the answers that are `isGood`, one by one as requested on the port, and drops the others. */
  handOver(port: MessagePort, isGood: (url: string) => boolean): void {
    const good = [...this.#byUrl].filter(([url]) => isGood(url));
    const isList = ([url]: readonly [string, Held]): boolean => new URL(url).pathname.endsWith(`/${CALLS.countries}`);
    // The list of countries determines the build of the copies, so it changes after all the others.
    const waiting = [...good.filter((each) => !isList(each)), ...good.filter(isList)];
    this.drop();
    let offered: (typeof waiting)[number] | undefined;
    const say = (message: Handing, transfer: Transferable[] = []): void => port.postMessage(message, transfer);
    port.onmessage = ({ data }: MessageEvent<Taking>) => {
      if (data === 'wanted' && offered) {
        const [url, { headers, bytes }] = offered;
        const body = ownBytes(bytes);
        offered = undefined;
        say({ kind: 'answer', url, headers, body }, [body]);
        return;
      }
      offered = waiting.shift();
      if (offered) say({ kind: 'offer', url: offered[0], headers: offered[1].headers });
      else {
        say({ kind: 'end' });
        port.close();
      }
    };
  }
}
