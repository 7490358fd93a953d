/** The sole adapter of IndexedDB: the screens that the user has saved on this machine, and what each of them saw. */

const NAME = 'panscreen';
const VERSION = 1;
/** Small records, read for the list. */
const SCREENS = 'screens';
/** What a screen saw, some megabytes each, read when it is opened. */
const RESULTS = 'sights';
/** A database that another tab keeps from being opened is given up after so long. */
const OPEN_BLOCKED_MS = 3000;
/** The same for deleting, which waits for what the other tabs are writing, and for tabs that are being closed. */
const DELETE_BLOCKED_MS = 20_000;

export type StorageFaultKind = 'full' | 'off' | 'blocked' | 'broken';

/** Why nothing could be stored or read. What was stored before is as it was. */
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
  /** The query of its address: steps and view. */
  readonly query: string;
  /** When it was saved, epoch ms. */
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
      // Another tab deletes all, or has a newer build of the page.
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

/** Runs one transaction over both stores; what `work` gives is the answer once it is on the disk. All of it is done or nothing. */
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

const listeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

/** The other tabs; opened when first needed, since an open channel keeps a program from ending. */
function otherTabs(): BroadcastChannel | null {
  if (!channel && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel('panscreen.screens');
    channel.addEventListener('message', tell);
  }
  return channel;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function changed(): void {
  tell();
  otherTabs()?.postMessage(null);
}

/** Calls back when screens were saved, renamed or deleted, in this tab or another. */
export function onScreensChange(listener: () => void): () => void {
  listeners.add(listener);
  otherTabs();
  return () => listeners.delete(listener);
}

export interface ScreenList {
  /** The last saved first. */
  readonly screens: readonly SavedScreen[];
  /** Records that can't be read. They are left as they are. */
  readonly unreadableCount: number;
}

/** @throws StorageFault */
export async function savedScreens(): Promise<ScreenList> {
  const records = await transact<unknown[]>('readonly', (store) => store(SCREENS).getAll());
  const screens = records.filter(isSavedScreen).sort((a, b) => b.savedAt - a.savedAt);
  return { screens, unreadableCount: records.length - screens.length };
}

/**
 * Keeps a screen under its id with what it saw. Each has a record of its own, so that two tabs don't overwrite each other's.
 * @throws StorageFault
 */
export async function saveScreen(screen: SavedScreen, savedResult: unknown): Promise<void> {
  await transact('readwrite', (store) => {
    store(RESULTS).put(savedResult, screen.id);
    return store(SCREENS).put(screen, screen.id);
  });
  changed();
}

/** The screen of that id; null when there is none, or its record can't be read. @throws StorageFault */
export async function savedScreen(id: string): Promise<SavedScreen | null> {
  const record = await transact<unknown>('readonly', (store) => store(SCREENS).get(id));
  return isSavedScreen(record) ? record : null;
}

/** What a screen saw when it was saved, as it was given. @throws StorageFault */
export async function storedResult(id: string): Promise<unknown> {
  return await transact<unknown>('readonly', (store) => store(RESULTS).get(id));
}

/** Gives a screen another name. @throws StorageFault */
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

/** Deletes the database. @throws StorageFault */
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
