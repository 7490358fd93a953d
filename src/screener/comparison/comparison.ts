/** Actions on two screens: A is the edited one, B the compared one. */
import { PARTS, type Part } from '../../engine/answers/comparison.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { t } from '../../shell/i18n.ts';
import { changeView, say, showTab, state } from '../state/store.ts';
import { setActiveSteps } from '../steps/edit.ts';
import { orFault } from '../steps/orFault.ts';
import { screenText } from '../steps/text.ts';

const MIRRORED: Readonly<Record<Part, Part>> = { a: 'b', b: 'a', both: 'both', onlyA: 'onlyB', onlyB: 'onlyA' };

/** Stores the present screen as B. */
export function startComparison(): void {
  changeView({ textB: screenText(), part: 'a' });
  showTab('comparison');
  say(t('announcement.comparisonStarted'));
}

export function setTextB(text: string): void {
  changeView({ textB: text });
}

export function showPart(part: Part): void {
  if (state.view.textB === null) {
    say(t('announcement.noComparison'));
    return;
  }
  changeView({ part });
  say(t('announcement.part', { part: t(`comparison.${part}`) }));
}

export function nextPart(): void {
  showPart(PARTS[(PARTS.indexOf(state.view.part) + 1) % PARTS.length] ?? 'a');
}

/** Swaps A and B. An invalid text stays in place. */
export function swapScreens(): void {
  const { textB, part } = state.view;
  if (textB === null) {
    say(t('announcement.noComparison'));
    return;
  }
  const steps = orFault(() => parseScreen(textB));
  if (steps instanceof ScreenTextError) {
    say(t('text.fault', { message: steps.message, at: String(steps.at + 1) }));
    return;
  }
  changeView({ textB: screenText(), part: MIRRORED[part] });
  setActiveSteps(steps);
  say(t('announcement.swapped'));
}

export function endComparison(): void {
  changeView({ textB: null, part: 'a' });
}
