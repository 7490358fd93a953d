/** Which scripts the page comes in: one to start the data, one for every page, one for the desk; what is opened later has its own, as the bundler cuts them. */
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...operands: never) => unknown>>[1];

/** What each script begins with, in the order in which they take modules. Left to itself, a bundler gives every module that two later parts share a file. */
const SCRIPTS = { start: 'src/screener/state/early.ts', shell: 'src/main.tsx', desk: 'src/screener/Screener.tsx' } as const;
type Script = keyof typeof SCRIPTS;
const NAMES = Object.keys(SCRIPTS) as Script[];
/** The other page. What it has in common with the desk belongs to the shell. */
const HOME = 'src/home/Home.tsx';

/** A module and all that it imports at once, by id. */
function withImports(source: string, context: Context): Set<string> {
  const found = new Set([resolve(source)]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Modules that these open later, and all that those import: the desk's script must not come with them. */
function openedLater(modules: ReadonlySet<string>, context: Context): Set<string> {
  const desk = resolve(SCRIPTS.desk);
  const found = new Set<string>();
  const add = (ids: readonly string[]): void => {
    for (const id of ids) if (id !== desk) found.add(id);
  };
  for (const id of modules) add(context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  for (const id of found) {
    const info = context.getModuleInfo(id);
    add(info?.importedIds ?? []);
    add(info?.dynamicallyImportedIds ?? []);
  }
  return found;
}

/** The script of each module; those that a script begins with stay by themselves. */
function assign(context: Context): Map<string, Script> {
  const [start, shell, desk] = NAMES.map((name) => withImports(SCRIPTS[name], context));
  const home = withImports(HOME, context);
  const later = openedLater(new Set([...shell!, ...home]), context);
  const found = new Map<string, Script>();
  for (const id of desk!)
    if (home.has(id)) found.set(id, 'shell');
    else if (!later.has(id)) found.set(id, 'desk');
  for (const id of shell!) found.set(id, 'shell');
  for (const id of start!) found.set(id, 'start');
  for (const source of [...Object.values(SCRIPTS), HOME]) found.delete(resolve(source));
  return found;
}

/** The groups that the bundler is told of. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let scriptOf: Map<string, Script> | null = null;
  return NAMES.map((script, index) => ({
    name: (id: string, context: Context) => {
      scriptOf ??= assign(context);
      return scriptOf.get(id) === script ? script : null;
    },
    debugName: script,
    priority: NAMES.length - index,
  }));
}
