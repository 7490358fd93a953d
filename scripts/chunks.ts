/** The page's scripts: one to start loading data, one for every page, one for the screener. Lazily loaded modules have the bundler's own chunks. */
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...operands: never) => unknown>>[1];

/** Entry of each script, in order of precedence. By default a bundler puts every module that two lazy chunks share into its own file. */
const SCRIPTS = { start: 'src/screener/state/early.ts', shell: 'src/main.tsx', desk: 'src/screener/Screener.tsx' } as const;
type Script = keyof typeof SCRIPTS;
const NAMES = Object.keys(SCRIPTS) as Script[];
/** What the home page shares with the screener belongs to the shell. */
const HOME = 'src/home/Home.tsx';

/** A module and its static imports, by id. */
function withImports(source: string, context: Context): Set<string> {
  const found = new Set([resolve(source)]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Modules that these import dynamically, with all of their imports; they must not load the screener's script. */
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

/** The script of each module, except the entries. */
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
