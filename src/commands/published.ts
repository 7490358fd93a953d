/** Published data as a table: all of one build, whatever is published meanwhile. */
import { loadTable, type Source } from '../engine/load/loader.ts';
import type { Table } from '../engine/table/table.ts';
import type { Published } from '../server/builds.ts';
import { openPublished } from '../server/published.ts';
import type { Manifest, PublishedFile } from '../wire/manifest.ts';

/** A load starts over when files of its build have been removed, which takes two publications meanwhile; so often at most. */
const LOADS_MAX = 10;
const CALL_FOLDER = 'api/screener/';

async function bytesOf(published: Published, file: PublishedFile): Promise<Uint8Array> {
  const opened = await published.open(file);
  if (opened instanceof Uint8Array) return opened;
  try {
    return await opened.readFile();
  } finally {
    await opened.close();
  }
}

/** The five calls answered by one build. */
class BuildSource implements Source {
  readonly #published: Published;
  readonly #manifest: Manifest;
  /** A file of the build is no longer there: nothing more is read. */
  #gone: Error | null = null;

  constructor(published: Published, manifest: Manifest) {
    this.#published = published;
    this.#manifest = manifest;
  }

  get isGone(): boolean {
    return this.#gone !== null;
  }

  async bytes(path: string): Promise<Uint8Array> {
    if (this.#gone) throw this.#gone;
    const call = decodeURIComponent(path.slice(CALL_FOLDER.length));
    const { answers, build } = this.#manifest;
    const answer = Object.hasOwn(answers, call) ? answers[call] : undefined;
    if (!answer) throw new Error(`build ${build} has no answer for ${call}`);
    try {
      return await bytesOf(this.#published, answer);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#gone = error as Error;
      throw error;
    }
  }

  async json(path: string): Promise<unknown> {
    return JSON.parse(new TextDecoder().decode(await this.bytes(path)));
  }
}

/**
 * Loads the data of a published folder or s3:// address, all of the build that is there at the beginning; of a later one when files of
 * that one are removed before they are read.
 * @throws when nothing is published there, and when something of the build can't be read
 */
export async function loadPublished(place: string): Promise<Table> {
  const published = openPublished(place);
  for (let loads = 1; ; loads++) {
    const manifest = await published.manifest();
    if (!manifest) throw new Error(`no data in ${place}: make some with "panscreen demo" or "panscreen ingest"`);
    const source = new BuildSource(published, manifest);
    try {
      return await loadTable(source);
    } catch (error) {
      if (!source.isGone) throw error;
      if (loads === LOADS_MAX)
        throw new Error(`${place} has not all files of build ${manifest.build}: ${(error as Error).message}; publish again`, {
          cause: error,
        });
    }
  }
}
