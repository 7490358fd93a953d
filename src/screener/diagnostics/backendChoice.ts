/** The back end forced by the page's address, and earlier self-test results. */
import { BACKEND_NAMES, type BackendChoice } from '../../engine/worker/protocol.ts';
import { readSetting } from '../../shell/storage.ts';

export const SETTING = 'backends';

/** Stored self-test results of this device; null without any, or when the diagnostics must rerun. */
export function rememberedChoice(): BackendChoice | null {
  const text = wantsDiagnostics() ? null : readSetting(SETTING);
  return text === null ? null : readChoice(text);
}

const WORKS = ['ratios', 'masks', 'distributions', 'correlation'] as const satisfies (keyof BackendChoice['byWork'])[];
const isBackend = (name: unknown): boolean => BACKEND_NAMES.some((known) => known === name);

/** Parses a stored choice; null when invalid. */
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

/** The back end forced by the page's address, or null. */
export function forcedBackend(): (typeof BACKEND_NAMES)[number] | null {
  const asked = new URLSearchParams(location.search).get('backend');
  return BACKEND_NAMES.find((name) => name === asked) ?? null;
}

/** Whether the address requests the diagnostics. */
export function wantsDiagnostics(): boolean {
  return new URLSearchParams(location.search).has('diagnostics');
}
