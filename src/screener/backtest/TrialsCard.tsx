import { useSnapshot } from 'valtio';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { wholeText } from '../state/words.ts';
import { Card } from './Card.tsx';
import { deflationOf } from './deflation.ts';
import { download } from './download.ts';
import { trialBook, trialChanges, trialCount } from './trials.ts';
import { day, percent, ratio } from './words.ts';

/** How many screens were tried over this history on this machine, and what is left of the Sharpe ratio then. */
export function TrialsCard({ answer }: { readonly answer: BacktestAnswer }) {
  const t = useT();
  useSnapshot(trialChanges);
  const book = trialBook(answer.history.id);
  const { probability, luck, trials } = deflationOf(answer, book);
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t('backtest.trials'), wholeText(trialCount(book))],
    [t('backtest.sharpeByLuck'), ratio(luck)],
    [t('backtest.deflated'), percent(probability)],
    [t('backtest.holdOutFrom'), day(answer.holdOut.from)],
    [t('backtest.looks'), wholeText(book.looks.length)],
  ];
  return (
    <Card
      title={t('backtest.trialsTitle')}
      place="trials"
      tools={
        <button
          type="button"
          className="quiet-button"
          disabled={trials === 0}
          onClick={() => download(JSON.stringify({ history: answer.history.digest, ...book }, null, 1), 'trials', 'json')}
        >
          {t('backtest.exportTrials')}
        </button>
      }
    >
      <table className="figures">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="card-note">{t('backtest.trialsNote')}</p>
    </Card>
  );
}
