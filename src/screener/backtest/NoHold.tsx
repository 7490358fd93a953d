import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { state } from '../state/store.ts';
import { addNew } from '../steps/edit.ts';

/** Every clause once. */
const exampleSince = (date: string): string => `hold every month since ${date} delay 1 cost 20bp weight equal cap 5%`;

/** Offers a hold step to a screen without one. */
export function NoHold() {
  const t = useT();
  const { dates } = useSnapshot(state).history;
  return (
    <div className="backtest-empty">
      <h2>{t('backtest.noHold')}</h2>
      <p>{t('backtest.noHoldText')}</p>
      <p>
        <Button onClick={() => addNew('addHold')}>{t('backtest.addHold')}</Button>
      </p>
      {dates[0] !== undefined && <pre dir="ltr">{exampleSince(dates[0])}</pre>}
    </div>
  );
}
