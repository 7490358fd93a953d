import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { say } from '../state/store.ts';
import { retryRun } from './backtest.ts';

/** Generates a demo history and serves it. */
const COMMANDS = `panscreen demo --history --out data/demo-history
panscreen serve --history data/demo-history`;

export function NoHistory({ isComing }: { readonly isComing: boolean }) {
  const t = useT();
  if (isComing) {
    return (
      <div className="backtest-empty" role="status">
        <h2>{t('backtest.coming')}</h2>
        <p>{t('backtest.comingText')}</p>
      </div>
    );
  }
  return (
    <div className="backtest-empty">
      <h2>{t('backtest.noHistory')}</h2>
      <p>{t('backtest.noHistoryText')}</p>
      <pre dir="ltr">{COMMANDS}</pre>
      <p className="backtest-buttons">
        <Button onClick={() => void navigator.clipboard?.writeText(COMMANDS).then(() => say(t('receipt.copied')))}>
          {t('backtest.copyCommands')}
        </Button>
        <Button onClick={retryRun}>{t('failure.retry')}</Button>
      </p>
    </div>
  );
}
