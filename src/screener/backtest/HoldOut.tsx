import { useSnapshot } from 'valtio';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { wholeText } from '../state/words.ts';
import { trialChanges, trialsOver } from '../trials/trials.ts';
import { openHoldOut, shutHoldOut } from './backtest.ts';
import { Tile } from './Tile.tsx';
import { dayInText } from './words.ts';

/** Opens and closes the hold-out; says how often it was opened. */
export function HoldOut({ answer }: { readonly answer: BacktestAnswer }) {
  const t = useT();
  useSnapshot(trialChanges);
  const { holdOut } = answer;
  if (!holdOut) return <Tile name={t('backtest.holdOutNone')} value={null} note={t('conclusion.noHoldOut')} />;
  const { looks } = trialsOver(answer.history.id);
  return (
    <Tile
      name={t('backtest.holdOut', { date: dayInText(holdOut.from) })}
      value={
        <Button onClick={holdOut.isOpen ? shutHoldOut : openHoldOut}>
          {t(holdOut.isOpen ? 'backtest.shutHoldOut' : 'backtest.openHoldOut')}
        </Button>
      }
      note={t(holdOut.isOpen ? 'backtest.holdOutOpen' : 'backtest.holdOutShut', { looks: wholeText(looks) })}
    />
  );
}
