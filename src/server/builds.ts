/** Builds of published data: what a folder and a mirror of an object store have in common. */
import type { FileHandle } from 'node:fs/promises';
import { readExactly } from '../regularFile.ts';
import type { Manifest, PublishedAnswer, PublishedFile } from '../wire/manifest.ts';

/** An answer and the build of the data that it belongs to. */
export interface FoundAnswer {
  readonly answer: PublishedAnswer;
  readonly build: string;
}

/** A folder written by `publish`, as the server and the command line read it. */
export interface Published {
  /** The present build, or null while nothing is published. Throws when the folder holds something else, and never held a build. */
  manifest(): Promise<Manifest | null>;
  /** The answer of a call such as `vector/US`: of the build before when `build` names it, else of the present one; null for an unknown call. */
  find(call: string, build?: string | null): Promise<FoundAnswer | null>;
  /**
   * The bytes of a file when it is kept in memory, else the file itself, open. Throws when it is not what its name says, and ENOENT when a
   * later build has replaced it: find again.
   */
  open(file: PublishedFile): Promise<Uint8Array | FileHandle>;
  /** The plain bytes of a call's answer. */
  readAnswer(call: string): Promise<Uint8Array>;
}

/** The data as they are, and as they were before the last publication. */
export interface Builds {
  readonly present: Manifest | null;
  readonly previous: Manifest | null;
}

/** The answer to a call: of the present build, unless the previous one is asked for by name. */
export function answerOf({ present, previous }: Builds, call: string, build?: string | null): FoundAnswer | null {
  const manifest = build && build !== present?.build && build === previous?.build ? previous : present;
  const answer = manifest && Object.hasOwn(manifest.answers, call) ? manifest.answers[call] : undefined;
  return manifest && answer ? { answer, build: manifest.build } : null;
}

/** Whether answers of that build can be given; also when none is named. */
export function isKnown({ present, previous }: Builds, build: string | null | undefined): boolean {
  return !build || build === present?.build || build === previous?.build;
}

/** What the log says when the present build can't be read. */
export function keptBuildLine(build: string, error: unknown): string {
  return JSON.stringify({ event: 'kept', build, error: (error as Error).message });
}

/** Names of the files of a build. */
export function filesOf({ answers }: Manifest): string[] {
  return Object.values(answers).flatMap((answer) => [answer, answer.br, answer.gzip].flatMap((file) => file?.file ?? []));
}

/** The bytes of what {@link Published.open} has opened, which is closed. */
export async function bytesOf(opened: Uint8Array | FileHandle): Promise<Uint8Array> {
  if (opened instanceof Uint8Array) return opened;
  try {
    return await readExactly(opened, (await opened.stat()).size);
  } finally {
    await opened.close();
  }
}
