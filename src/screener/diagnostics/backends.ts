/** Which back end computes what, as the engine has proved it on this machine. */
import { proxy } from 'valtio';
import { BACKEND_NAMES, type BackendChoice } from '../../engine/protocol.ts';
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { type Held, held } from '../store.ts';

export const backends = proxy<{ choice: Held<BackendChoice> | null; lost: string | null }>({ choice: null, lost: null });

const SETTING = 'backends';

/** What was found out about the back ends of this machine before; null when nothing is known or the diagnostics are to find out anew. */
export function rememberedChoice(): BackendChoice | null {
  const text = wantsDiagnostics() ? null : readSetting(SETTING);
  return text === null ? null : readChoice(text);
}

const WORKS = ['ratios', 'masks', 'distributions', 'correlation'] as const satisfies (keyof BackendChoice['byWork'])[];
const isBackend = (name: unknown): boolean => BACKEND_NAMES.some((known) => known === name);

/** A choice as it was kept; null for what is none. */
export function readChoice(text: string): BackendChoice | null {
  try {
    const choice = JSON.parse(text) as BackendChoice | null;
    const isWhole =
      typeof choice?.provenFor === 'string' &&
      Array.isArray(choice.reports) &&
      choice.reports.every((report: Partial<BackendChoice['reports'][number]> | null) => isBackend(report?.name)) &&
      WORKS.every((work) => isBackend(choice.byWork?.[work])) &&
      (choice.forced === null || isBackend(choice.forced));
    return isWhole ? choice : null;
  } catch {
    return null;
  }
}

/** Takes a new choice. A back end that was doing something and has died since is named once. */
export function takeBackends(choice: BackendChoice): void {
  const before = new Set<string>(Object.values(backends.choice?.byWork ?? {}));
  const dead = choice.reports.find(({ name, status }) => status === 'failed' && before.has(name));
  if (dead) backends.lost = dead.name;
  backends.choice = held(choice);
  if (choice.forced === null) writeSetting(SETTING, dead ? '' : JSON.stringify(choice));
}

/** The back end that the page's address forces, or null. */
export function forcedBackend(): (typeof BACKEND_NAMES)[number] | null {
  const asked = new URLSearchParams(location.search).get('backend');
  return BACKEND_NAMES.find((name) => name === asked) ?? null;
}

/** True when the address asks for the diagnostics. */
export function wantsDiagnostics(): boolean {
  return new URLSearchParams(location.search).has('diagnostics');
}

const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 2 : 0)} ms`;

/** One line per back end, then one that says what computes what: in English, for people who report faults and for tests. */
export function diagnosticLines({ reports, byWork, forced }: BackendChoice): string[] {
  const lines = reports.map(({ name, status, reason, renderer, selfTestMs, isExact, timings }) => {
    const parts = [`${name}: ${status}${reason === null ? '' : `: ${reason}`}`];
    if (renderer !== '') parts.push(`renderer ${renderer}`);
    if (status === 'ok') parts.push(`self-test ${milliseconds(selfTestMs)}, ${isExact ? 'exact' : 'not exact'}`);
    parts.push(...Object.entries(timings).map(([work, time]) => `${work} ${milliseconds(time)}`));
    return parts.join(' · ');
  });
  const works = Object.entries(byWork).map(([work, name]) => `${work} ${name}`);
  return [...lines, `computed by: ${works.join(' · ')}${forced === null ? '' : ` · forced ${forced}`}`];
}
