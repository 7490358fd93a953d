import { useT } from '../../shell/i18n.ts';
import { addNew } from '../steps/edit.ts';

const EXAMPLE = 'hold every month since 2012-01-31 delay 1 cost 20bp weight equal cap 5%';

/** The text says nothing of how its rows are held: offers to. */
export function NoHold() {
  const t = useT();
  return (
    <div className="backtest-empty">
      <h2>{t('backtest.noHold')}</h2>
      <p>{t('backtest.noHoldText')}</p>
      <p>
        <button type="button" className="button" onClick={() => addNew('addHold')}>
          {t('backtest.addHold')}
        </button>
      </p>
      <pre dir="ltr">{EXAMPLE}</pre>
    </div>
  );
}
