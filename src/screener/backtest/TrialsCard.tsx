import { useSnapshot } from 'valtio';
import { expectedMaximum } from '../../engine/backtest/deflatedSharpe.ts';
import type { Honesty } from '../../engine/backtest/honesty.ts';
import { PERIODS_PER_YEAR } from '../../engine/backtest/schedule.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { saveNamed } from '../state/export.ts';
import { wholeText } from '../state/words.ts';
import { trialChanges, trialFile, trialsOver } from '../trials/trials.ts';
import { Card } from './Card.tsx';
import { percent, ratio } from './words.ts';

interface TrialsCardProps {
  readonly answer: BacktestAnswer;
  readonly honesty: Honesty | null;
}

/** Number of screens tried on this history, the Sharpe ratio deflated for them, and how often chance does better. */
export function TrialsCard({ answer, honesty }: TrialsCardProps) {
  const t = useT();
  useSnapshot(trialChanges);
  const { sharpes, looks } = trialsOver(answer.history.id);
  const annual = Math.sqrt(PERIODS_PER_YEAR[answer.hold.every]);
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t('backtest.trials'), wholeText(Object.keys(sharpes).length)],
    [t('backtest.sharpeByLuck'), ratio(honesty && expectedMaximum(honesty.trials, honesty.variance) * annual)],
    [t('backtest.deflated'), percent(honesty?.deflatedSharpe)],
    [t('backtest.randomBetter'), percent(honesty?.randomBetter)],
    [t('backtest.looks'), wholeText(looks)],
  ];
  return (
    <Card
      title={t('backtest.trialsTitle')}
      place="trials"
      tools={<QuietButton onClick={() => saveNamed(trialFile(), 'trials', 'json')}>{t('backtest.exportTrials')}</QuietButton>}
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
