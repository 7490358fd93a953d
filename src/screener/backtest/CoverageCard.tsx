import { useMemo, useState } from 'react';
import type { Honesty } from '../../engine/backtest/honesty.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { LegendItem } from '../charts/LegendItem.tsx';
import { type Series, TimeChart } from '../charts/TimeChart.tsx';
import { wholeText } from '../state/words.ts';
import { Card } from './Card.tsx';
import { day, percent, percentTick } from './words.ts';

const CHART_PX = 132;

interface CoverageCardProps {
  readonly answer: BacktestAnswer;
  readonly honesty: Honesty | null;
}

/** Per date: the shares of listed securities with a price and with statements, and the share of estimated filing dates. */
export function CoverageCard({ answer: { periods }, honesty }: CoverageCardProps) {
  const t = useT();
  const [cursor, setCursor] = useState<number | null>(null);
  const { days, series, listed } = useMemo(() => {
    const share = (of: (coverage: NonNullable<(typeof periods)[number]['coverage']>) => number): number[] =>
      periods.map(({ coverage }) => (coverage ? of(coverage) : Number.NaN));
    return {
      days: periods.map(({ snapshot }) => snapshot),
      listed: periods.map(({ coverage }) => coverage?.listed ?? 0),
      series: [
        {
          name: t('coverage.marketValue'),
          look: 'look-loss',
          values: periods.map((_, at) => honesty?.coverage[at]?.marketValue ?? Number.NaN),
        },
        { name: t('coverage.priced'), look: 'look-screen', values: share(({ priced, listed }) => priced / listed) },
        {
          name: t('coverage.statements'),
          look: 'look-first',
          values: share(({ withStatements, listed }) => withStatements / listed),
        },
        {
          name: t('coverage.guessed'),
          look: 'look-second',
          values: share(({ guessed, withStatements }) => (withStatements > 0 ? guessed / withStatements : 0)),
        },
      ] satisfies readonly Series[],
    };
  }, [t, periods, honesty]);
  const at = Math.min(cursor ?? days.length - 1, days.length - 1);
  return (
    <Card title={t('backtest.coverage')} place="coverage">
      <p className="legend" role="status">
        <span className="legend-date">{day(days[at]!)}</span>
        <span>
          {t('coverage.listed')} <b>{wholeText(listed[at]!)}</b>
        </span>
        {series.map(({ name, look, values }) => (
          <LegendItem key={name} name={name} look={look}>
            {percent(values[at])}
          </LegendItem>
        ))}
      </p>
      <TimeChart
        label={t('backtest.coverageLabel')}
        days={days}
        series={series}
        height={CHART_PX}
        base={1}
        write={percentTick}
        cursor={cursor}
        onCursor={setCursor}
      />
    </Card>
  );
}
