/** Which back end computes what, as decided by the self-tests on this device. */
import { proxy } from 'valtio';
import type { DrawerChoice } from '../../engine/panorama/trial.ts';
import type { BackendChoice } from '../../engine/worker/protocol.ts';
import { erasureCount, writeSetting } from '../../shell/storage.ts';
import { asRef, type Ref } from '../state/store.ts';
import { SETTING } from './backendChoice.ts';

export const backends = proxy<{ choice: Ref<BackendChoice> | null; lost: string | null }>({ choice: null, lost: null });

/** Applies a new choice. A back end that has failed while in use is reported once. */
export function takeBackends(choice: BackendChoice): void {
  const before = new Set<string>(Object.values(backends.choice?.byWork ?? {}));
  const dead = choice.reports.find(({ name, status }) => status === 'failed' && before.has(name));
  if (dead) backends.lost = dead.name;
  backends.choice = asRef(choice);
  if (choice.forced === null && erasureCount() === 0) writeSetting(SETTING, dead ? '' : JSON.stringify(choice));
}

const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 2 : 0)} ms`;

/** One line per back end and a summary, in English: for bug reports and tests. */
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

/** Which renderer draws the panorama and its speed-up; in English, too. */
export function drawerLine(choice: DrawerChoice | null): string {
  if (!choice) return 'panorama drawn by: cpu: no picture has been tried yet';
  const { chosen, reason, cpuMs, webglMs, webglFirstMs } = choice;
  const times = [
    ['webgl2', webglMs],
    ['webgl2 first', webglFirstMs],
    ['cpu', cpuMs],
  ] as const;
  const parts = times.flatMap(([name, time]) => (Number.isNaN(time) ? [] : `${name} ${milliseconds(time)}`));
  const faster = Math.max(cpuMs, webglMs) / Math.min(cpuMs, webglMs);
  if (!Number.isNaN(faster)) parts.push(`${cpuMs > webglMs ? 'webgl2' : 'cpu'} ${faster.toFixed(1)} times as fast`);
  return [`panorama drawn by: ${chosen}${reason === null ? '' : `: ${reason}`}`, ...parts].join(' · ');
}
