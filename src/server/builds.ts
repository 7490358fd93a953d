/** Builds of published data, in a folder or mirrored from an object store. */
import type { FileHandle } from 'node:fs/promises';
import { readExactly } from '../regularFile.ts';
import type { Manifest, PublishedAnswer, PublishedFile } from '../wire/manifest.ts';

export interface FoundAnswer {
  readonly answer: PublishedAnswer;
  readonly build: string;
}

/** Published data as the server and the command line read them. */
export interface Published {
  /** The current build, or null if nothing is published. Throws if the folder contains something else and never had a build. */
  manifest(): Promise<Manifest | null>;
  /** The response to a call such as `vector/US`, from the previous build if `build` names it, otherwise the current one; null for an unknown call. */
  find(call: string, build?: string | null): Promise<FoundAnswer | null>;
  /**
   * The bytes of a file in memory, otherwise the open file. Throws if its content doesn't match its name, and ENOENT if a later build has
   * removed it: call `find` again.
   */
  open(file: PublishedFile): Promise<Uint8Array | FileHandle>;
  /** Uncompressed response to a call. */
  readAnswer(call: string): Promise<Uint8Array>;
}

export interface Builds {
  readonly present: Manifest | null;
  readonly previous: Manifest | null;
}

/** From the current build unless `build` names the previous one. */
export function answerOf({ present, previous }: Builds, call: string, build?: string | null): FoundAnswer | null {
  const manifest = build && build !== present?.build && build === previous?.build ? previous : present;
  const answer = manifest && Object.hasOwn(manifest.answers, call) ? manifest.answers[call] : undefined;
  return manifest && answer ? { answer, build: manifest.build } : null;
}

/** Whether the build is available; true if none is named. */
export function isKnown({ present, previous }: Builds, build: string | null | undefined): boolean {
  return !build || build === present?.build || build === previous?.build;
}

/** Log line for an unreadable build. */
export function keptBuildLine(build: string, error: unknown): string {
  return JSON.stringify({ event: 'kept', build, error: (error as Error).message });
}

export function filesOf({ answers }: Manifest): string[] {
  return Object.values(answers).flatMap((answer) => [answer, answer.br, answer.gzip].flatMap((file) => file?.file ?? []));
}

/** Reads and closes the result of {@link Published.open}. */
export async function bytesOf(opened: Uint8Array | FileHandle): Promise<Uint8Array> {
  if (opened instanceof Uint8Array) return opened;
  try {
    return await readExactly(opened, (await opened.stat()).size);
  } finally {
    await opened.close();
  }
}
