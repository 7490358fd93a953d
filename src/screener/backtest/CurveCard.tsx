import { useMemo, useState } from 'react';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { readSetting, writeSetting } from '../../shell/storage.ts';
import { LegendItem } from '../charts/LegendItem.tsx';
import { type Series, TimeChart } from '../charts/TimeChart.tsx';
import { Check } from '../controls/Check.tsx';
import { Card } from './Card.tsx';
import { drawdowns } from './drawdowns.ts';
import { day, percentTick, ratio, signed, tick } from './words.ts';

const CURVE_PX = 272;
const DRAWDOWN_PX = 96;
const LOG_SETTING = 'backtest.log';

interface CurveCardProps {
  readonly answer: BacktestAnswer;
  /** Called with the index of the chosen point. */
  readonly onChoose: (at: number) => void;
}

/** Growth of one unit with its bounds and both benchmarks, and the drawdown below. */
export function CurveCard({ answer, onChoose }: CurveCardProps) {
  const t = useT();
  const [cursor, setCursor] = useState<number | null>(null);
  const [isLog, setLog] = useState(readSetting(LOG_SETTING) === 'on');
  const { days, curves, benchmarks, history, holdOut } = answer;
  const shut = !holdOut || holdOut.isOpen ? undefined : { until: history.to, label: t('backtest.shut') };
  const series = useMemo<readonly Series[]>(
    () => [
      { name: t('backtest.equal'), look: 'look-first', values: benchmarks.equal.curve },
      { name: t('backtest.cap'), look: 'look-second', values: benchmarks.cap.curve },
      { name: t('backtest.screen'), look: 'look-screen', values: curves.shown },
    ],
    [t, benchmarks, curves],
  );
  const falls = useMemo<Series>(
    () => ({ name: t('backtest.drawdown'), look: 'look-loss', values: drawdowns(curves.shown) }),
    [t, curves],
  );
  const at = cursor === null ? days.length - 1 : Math.min(cursor, days.length - 1);
  const hasBand = curves.low.some((value, i) => value !== curves.high[i]);
  const changeLog = (on: boolean): void => {
    setLog(on);
    writeSetting(LOG_SETTING, on ? 'on' : null);
  };
  return (
    <Card
      title={t('backtest.curve')}
      place="curve"
      tools={
        <Check isOn={isLog} onChange={changeLog}>
          {t('backtest.log')}
        </Check>
      }
    >
      <p className="legend" role="status">
        <span className="legend-date">{day(days[at]!)}</span>
        {series.toReversed().map(({ name, look, values }) => (
          <LegendItem key={name} name={name} look={look}>
            {ratio(values[at])}
          </LegendItem>
        ))}
        {hasBand && (
          <LegendItem
            name={t('backtest.band')}
            look="look-band"
          >{`${ratio(curves.low[at])}…${ratio(curves.high[at])}`}</LegendItem>
        )}
        <LegendItem name={falls.name} look={falls.look}>
          {signed(falls.values[at])}
        </LegendItem>
      </p>
      <TimeChart
        label={t('backtest.curveLabel')}
        days={days}
        series={series}
        band={hasBand ? curves : undefined}
        height={CURVE_PX}
        isLog={isLog}
        base={1}
        write={tick}
        cursor={cursor}
        onCursor={setCursor}
        onChoose={onChoose}
        shut={shut}
        hasTimeAxis={false}
      />
      <TimeChart
        label={t('backtest.drawdownLabel')}
        days={days}
        area={falls}
        height={DRAWDOWN_PX}
        base={0}
        write={percentTick}
        cursor={cursor}
        onCursor={setCursor}
        onChoose={onChoose}
        shut={shut && { until: shut.until, label: '' }}
      />
    </Card>
  );
}
