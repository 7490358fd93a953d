/** The answers of a load as they came, held until the service worker has taken them: its copies for times without a network cost no second download. */

import { CALLS } from '../../wire/calls.ts';

/** Held at a time. A larger universe is not kept for times without a network. */
const HELD_BYTES_MAX = 256 * 1024 * 1024;
/** Headers that a copy needs: its kind, its age, and what tells one version from another. */
const KEPT_HEADERS = ['content-type', 'date', 'etag', 'x-panscreen-build'] as const;

interface Held {
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Uint8Array;
}

/** What the engine's worker says on the port: an answer to be taken or left, the bytes of one that is wanted, and that there are no more. */
export type Handing =
  | { readonly kind: 'offer'; readonly url: string; readonly headers: Held['headers'] }
  | { readonly kind: 'answer'; readonly url: string; readonly headers: Held['headers']; readonly body: ArrayBuffer }
  | { readonly kind: 'end' };

/** What the service worker says: go on with the next, or give the bytes of this one. */
export type Taking = 'next' | 'wanted';

function ownBytes(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : bytes.slice().buffer;
}

export class RetainedAnswers {
  readonly #byUrl = new Map<string, Held>();
  #byteCount = 0;
  #isOpen = true;

  /** Holds an answer that has come whole. */
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

  /** Lets everything go, and holds nothing more. */
  drop(): void {
    this.#isOpen = false;
    this.#byUrl.clear();
  }

  /** Hands those of the answers that `isGood` over one by one, as they are asked for on the port, and lets all others go. */
  handOver(port: MessagePort, isGood: (url: string) => boolean): void {
    const good = [...this.#byUrl].filter(([url]) => isGood(url));
    const isList = ([url]: readonly [string, Held]): boolean => new URL(url).pathname.endsWith(`/${CALLS.countries}`);
    // The list of countries says which build the copies are of: it changes once they are all there.
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
