import { useState } from 'react';
import { FILE_KINDS, type FileKind } from '../../engine/backtestWorker/protocol.ts';
import { Cancelled } from '../../engine/worker/client.ts';
import { messageOf } from '../../shell/errors.ts';
import { t, useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { saveNamed } from '../state/export.ts';
import { say } from '../state/store.ts';
import { trialsOver } from '../trials/trials.ts';
import { backtests, type ShownRun } from './backtest.ts';
import { backtestReceipt } from './receipt.ts';

const TITLES = {
  periods: 'backtest.file.periods',
  weights: 'backtest.file.weights',
  trades: 'backtest.file.trades',
  json: 'backtest.file.json',
} as const satisfies Record<FileKind, string>;

async function save({ ticket, answer, text }: ShownRun, file: FileKind): Promise<void> {
  const whole = await backtests().ask(ticket, { kind: 'file', file, looks: trialsOver(answer.history.id).looks }).done;
  saveNamed(whole, `${file} ${text}`, file === 'json' ? 'json' : 'csv');
}

/** Downloads of the shown result and its receipt. Covers only the dates shown. */
export function Export({ run, deflated }: { readonly run: ShownRun; readonly deflated: number | null }) {
  const translate = useT();
  const [fault, setFault] = useState<string | null>(null);
  const begin = (file: FileKind): void => {
    setFault(null);
    save(run, file).catch((error: unknown) => {
      if (!(error instanceof Cancelled)) setFault(messageOf(error));
    });
  };
  const copy = (): void => {
    navigator.clipboard.writeText(backtestReceipt(run, trialsOver(run.answer.history.id), deflated)).then(
      () => say(t('backtest.receiptCopied')),
      () => setFault(t('receipt.copyFailed')),
    );
  };
  return (
    <span className="backtest-export wrap">
      <span>{translate('backtest.files')}</span>
      {FILE_KINDS.map((file) => (
        <QuietButton key={file} onClick={() => begin(file)}>
          {translate(TITLES[file])}
        </QuietButton>
      ))}
      <QuietButton onClick={copy}>{translate('backtest.receipt')}</QuietButton>
      {fault !== null && (
        <span className="warn" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
