import { useMemo, useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { LegendItem } from '../charts/LegendItem.tsx';
import { type Series, TimeChart } from '../charts/TimeChart.tsx';
import { Card } from './Card.tsx';
import { useRunAnswer } from './useRunAnswer.ts';
import { Work } from './Work.tsx';
import { day, percentTick, signed } from './words.ts';

const CHART_PX = 168;

/** Growth rate from each possible start date: how much depends on the choice of the date. */
export function FanCard({ run }: { readonly run: number }) {
  const t = useT();
  const asked = useRunAnswer(run, { kind: 'fan' }, true);
  const [cursor, setCursor] = useState<number | null>(null);
  const fan = asked.answer;
  const series = useMemo<readonly Series[]>(
    () =>
      fan
        ? [
            { name: t('backtest.equal'), look: 'look-first', values: fan.benchmarks.equal },
            { name: t('backtest.cap'), look: 'look-second', values: fan.benchmarks.cap },
            { name: t('backtest.screen'), look: 'look-screen', values: fan.cagr.shown },
          ]
        : [],
    [t, fan],
  );
  const at = fan && Math.min(cursor ?? 0, fan.starts.length - 1);
  return (
    <Card title={t('backtest.fan')} place="fan" tools={<Work asked={asked} />}>
      {fan && at !== null && (
        <>
          <p className="legend" role="status">
            <span className="legend-date">{t('backtest.start', { date: day(fan.starts[at]!) })}</span>
            {series.toReversed().map(({ name, look, values }) => (
              <LegendItem key={name} name={name} look={look}>
                {signed(values[at])}
              </LegendItem>
            ))}
          </p>
          <TimeChart
            label={t('backtest.fanLabel')}
            days={fan.starts}
            series={series}
            band={fan.cagr}
            height={CHART_PX}
            base={0}
            write={percentTick}
            cursor={cursor}
            onCursor={setCursor}
          />
          <p className="card-note">{t('backtest.fanNote')}</p>
        </>
      )}
    </Card>
  );
}
