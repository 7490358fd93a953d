/** Loads published data as a table, consistently from one build. */
import { loadTable, type Source } from '../engine/load/loader.ts';
import type { Table } from '../engine/table/table.ts';
import { bytesOf, type Published } from '../server/builds.ts';
import { openPublished } from '../server/published.ts';
import type { Manifest } from '../wire/manifest.ts';

/** Maximum attempts. A load restarts if files of its build have been removed, which takes two publications in the meantime. */
const LOADS_MAX = 10;
const CALL_FOLDER = 'api/screener/';

/** Answers the five calls from one build. */
class BuildSource implements Source {
  readonly #published: Published;
  readonly #manifest: Manifest;
  /** Set when a file of the build has been removed. */
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
      return await bytesOf(await this.#published.open(answer));
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
 * Loads the current build of a folder or s3:// address; a later build if files of that one are removed while loading.
 * @throws if nothing is published there or the build can't be read
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
