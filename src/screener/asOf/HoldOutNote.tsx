import './dates.css';
import { useSnapshot } from 'valtio';
import type { Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { state } from '../state/store.ts';
import { isoDayText, wholeText } from '../state/words.ts';
import { trialChanges, trialsOver } from '../trials/trials.ts';
import { isOpenFor, opened, openFor } from './opened.ts';

/** Says whether the hold-out is included and how often it was opened, and opens it. @param steps without a date */
export function HoldOutNote({ steps }: { readonly steps: readonly Step[] }) {
  const t = useT();
  useSnapshot(trialChanges);
  const { holdOut, id } = useSnapshot(state).history;
  const isOpen = isOpenFor(steps, useSnapshot(opened).for);
  if (holdOut === null) return null;
  const looks = wholeText(trialsOver(id).looks);
  return (
    <p className="dates-hold-out line wrap quiet">
      <span>{t('backtest.holdOut', { date: isoDayText(holdOut) })}:</span>
      <span>{t(isOpen ? 'backtest.holdOutOpen' : 'backtest.holdOutShut', { looks })}</span>
      {!isOpen && <Button onClick={() => openFor(steps)}>{t('backtest.openHoldOut')}</Button>}
    </p>
  );
}
