import { useState } from 'react';
import { t, useT } from '../../shell/i18n.ts';
import { say } from '../state/store.ts';
import type { ShownRun } from './backtest.ts';
import { backtestReceipt } from './receipt.ts';
import { trialBook } from './trials.ts';

/** The receipt of the shown result. */
export function Export({ run }: { readonly run: ShownRun }) {
  const translate = useT();
  const [fault, setFault] = useState<string | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(backtestReceipt(run, trialBook(run.answer.history.id))).then(
      () => say(t('backtest.receiptCopied')),
      () => setFault(t('receipt.copyFailed')),
    );
  };
  return (
    <span className="backtest-export">
      <button type="button" className="quiet-button" onClick={copy}>
        {translate('backtest.receipt')}
      </button>
      {fault !== null && (
        <span className="warn" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
