/** The sole adapter of IndexedDB: saved screens and their results. */

import { makeListeners } from './listeners.ts';

const NAME = 'panscreen';
const VERSION = 1;
/** Small records for the list. */
const SCREENS = 'screens';
/** Results of several megabytes each, read on demand. */
const RESULTS = 'sights';
/** Time limit for opening a database blocked by another tab. */
const OPEN_BLOCKED_MS = 3000;
/** The same for deletion, which waits for writes in other tabs and for closing tabs. */
const DELETE_BLOCKED_MS = 20_000;

export type StorageFaultKind = 'full' | 'off' | 'blocked' | 'broken';

/** A failed read or write. Stored records are unchanged. */
export class StorageFault extends Error {
  readonly kind: StorageFaultKind;

  constructor(kind: StorageFaultKind, reason: string) {
    super(reason);
    this.name = 'StorageFault';
    this.kind = kind;
  }
}

export interface SavedScreen {
  readonly id: string;
  readonly name: string;
  /** Query string of its address: steps and view. */
  readonly query: string;
  /** Epoch ms. */
  readonly savedAt: number;
}

function isSavedScreen(value: unknown): value is SavedScreen {
  const { id, name, query, savedAt } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && typeof query === 'string' && Number.isFinite(savedAt);
}

const KINDS: ReadonlyMap<string, StorageFaultKind> = new Map([
  ['QuotaExceededError', 'full'],
  ['SecurityError', 'off'],
]);

function faultOf(error: unknown): StorageFault {
  if (error instanceof StorageFault) return error;
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string };
  return new StorageFault(KINDS.get(name) ?? 'broken', message === '' ? name : message);
}

let connection: Promise<IDBDatabase> | null = null;

function connect(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    if (!globalThis.indexedDB) throw new StorageFault('off', 'there is no IndexedDB');
    const request = indexedDB.open(NAME, VERSION);
    const blocked = setTimeout(() => reject(new StorageFault('blocked', 'the database does not open')), OPEN_BLOCKED_MS);
    request.onupgradeneeded = () => {
      for (const store of [SCREENS, RESULTS]) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
      }
    };
    request.onsuccess = () => {
      clearTimeout(blocked);
      const database = request.result;
      const forget = (): void => {
        connection = null;
      };
      // Another tab deletes the database or runs a newer build.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
      resolve(database);
    };
    request.onerror = () => {
      clearTimeout(blocked);
      reject(faultOf(request.error));
    };
  }).catch((error: unknown) => {
    connection = null;
    throw faultOf(error);
  });
  return connection;
}

/** Runs one transaction over both stores and resolves with the result of `work` after the commit. */
async function transact<T>(
  mode: IDBTransactionMode,
  work: (store: (name: string) => IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await connect();
  return await new Promise<T>((resolve, reject) => {
    const transaction = database.transaction([SCREENS, RESULTS], mode);
    const request = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(faultOf(transaction.error));
    transaction.onabort = () => reject(faultOf(transaction.error));
  }).catch((error: unknown) => {
    throw faultOf(error);
  });
}

const listeners = makeListeners<[]>();
let channel: BroadcastChannel | null = null;

/** Channel to other tabs; opened on demand, since an open channel keeps Node from exiting. */
function otherTabs(): BroadcastChannel | null {
  if (!channel && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel('panscreen.screens');
    channel.addEventListener('message', listeners.tell);
  }
  return channel;
}

function changed(): void {
  listeners.tell();
  otherTabs()?.postMessage(null);
}

/** Calls back when screens change, in this tab or another. */
export function onScreensChange(listener: () => void): () => void {
  otherTabs();
  return listeners.add(listener);
}

export interface ScreenList {
  /** Most recent first. */
  readonly screens: readonly SavedScreen[];
  /** Unreadable records, which are left untouched. */
  readonly unreadableCount: number;
}

/** @throws StorageFault */
export async function savedScreens(): Promise<ScreenList> {
  const records = await transact<unknown[]>('readonly', (store) => store(SCREENS).getAll());
  const screens = records.filter(isSavedScreen).sort((a, b) => b.savedAt - a.savedAt);
  return { screens, unreadableCount: records.length - screens.length };
}

/** Saves a screen and its result. One record per screen, so that tabs do not overwrite each other. @throws StorageFault */
export async function saveScreen(screen: SavedScreen, savedResult: unknown): Promise<void> {
  await transact('readwrite', (store) => {
    store(RESULTS).put(savedResult, screen.id);
    return store(SCREENS).put(screen, screen.id);
  });
  changed();
}

/** The screen with this id; null when missing or unreadable. @throws StorageFault */
export async function savedScreen(id: string): Promise<SavedScreen | null> {
  const record = await transact<unknown>('readonly', (store) => store(SCREENS).get(id));
  return isSavedScreen(record) ? record : null;
}

/** The stored result of a screen. @throws StorageFault */
export async function storedResult(id: string): Promise<unknown> {
  return await transact<unknown>('readonly', (store) => store(RESULTS).get(id));
}

/** @throws StorageFault */
export async function renameScreen(id: string, name: string): Promise<void> {
  await transact<unknown>('readwrite', (store) => {
    const request = store(SCREENS).get(id);
    request.onsuccess = () => {
      if (isSavedScreen(request.result)) store(SCREENS).put({ ...request.result, name }, id);
    };
    return request;
  });
  changed();
}

/** @throws StorageFault */
export async function deleteScreen(id: string): Promise<void> {
  await transact('readwrite', (store) => {
    store(RESULTS).delete(id);
    return store(SCREENS).delete(id);
  });
  changed();
}

/** @throws StorageFault */
export async function eraseDatabase(): Promise<void> {
  if (!globalThis.indexedDB) return;
  const open = await connection?.catch(() => null);
  open?.close();
  connection = null;
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME);
    const blocked = setTimeout(() => reject(new StorageFault('blocked', 'another tab holds the database')), DELETE_BLOCKED_MS);
    request.onsuccess = () => {
      clearTimeout(blocked);
      resolve();
    };
    request.onerror = () => {
      clearTimeout(blocked);
      reject(faultOf(request.error));
    };
  });
  changed();
}
