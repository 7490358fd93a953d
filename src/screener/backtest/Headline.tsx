import { useT } from '../../shell/i18n.ts';
import type { ShownRun } from './backtest.ts';
import { Export } from './Export.tsx';
import { HoldOut } from './HoldOut.tsx';
import { Tile } from './Tile.tsx';
import { day, percent, ratio, signed } from './words.ts';

interface HeadlineProps {
  readonly run: ShownRun;
  readonly isStale: boolean;
}

/** The figures that count, each with how sure it is. */
export function Headline({ run, isStale }: HeadlineProps) {
  const t = useT();
  const { performance, benchmarks, days, luck, turnoverPerYear } = run.answer;
  const interval = (low: string, high: string): string => t('backtest.interval', { low, high });
  return (
    <header className="headline">
      <div className="headline-text">
        <code dir="ltr">{run.text}</code>
        {isStale && <span className="warn">{t('backtest.stale')}</span>}
        <span className="spring" />
        <Export run={run} />
      </div>
      <dl className="tiles">
        <Tile
          name={t('statistic.cagr')}
          value={signed(performance.cagr)}
          note={luck ? interval(signed(luck.cagr.low), signed(luck.cagr.high)) : ''}
        />
        <Tile
          name={t('backtest.againstEqual')}
          value={signed(difference(performance.cagr, benchmarks.equal.performance.cagr))}
          note={t('backtest.benchmark', { cagr: signed(benchmarks.equal.performance.cagr) })}
        />
        <Tile
          name={t('backtest.againstCap')}
          value={signed(difference(performance.cagr, benchmarks.cap.performance.cagr))}
          note={t('backtest.benchmark', { cagr: signed(benchmarks.cap.performance.cagr) })}
        />
        <Tile
          name={t('statistic.sharpe')}
          value={ratio(performance.sharpe)}
          note={luck?.sharpe ? interval(ratio(luck.sharpe.low), ratio(luck.sharpe.high)) : ''}
        />
        <Tile
          name={t('statistic.maxDrawdown')}
          value={signed(performance.maxDrawdown?.depth ?? 0)}
          note={t('backtest.volatility', { volatility: percent(performance.volatility) })}
        />
        <Tile
          name={t('statistic.turnover')}
          value={percent(turnoverPerYear, 0)}
          note={t('backtest.span', { from: day(days[0]!), to: day(days.at(-1)!) })}
        />
        <HoldOut answer={run.answer} />
      </dl>
    </header>
  );
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
