/** The percentile lens: its scope, and off. */
import { t } from '../../shell/i18n.ts';
import { changeView, LENS_SCOPES, type LensScope, say, state } from '../state/store.ts';

let last: LensScope = 'universe';

export function setLens(lens: LensScope | null): void {
  if (lens) last = lens;
  changeView({ lens });
  say(lens ? t('announcement.lens', { scope: t(`lens.${lens}`) }) : t('announcement.lensOff'));
}

export function toggleLens(): void {
  setLens(state.view.lens ? null : last);
}

/** Turns the lens on at the next scope. */
export function nextLensScope(): void {
  const now = state.view.lens;
  setLens(now ? (LENS_SCOPES[(LENS_SCOPES.indexOf(now) + 1) % LENS_SCOPES.length] ?? 'universe') : last);
}
