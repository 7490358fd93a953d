import type { Honesty } from '../../engine/backtest/honesty.ts';
import { useT } from '../../shell/i18n.ts';
import type { ShownRun } from './backtest.ts';
import { Export } from './Export.tsx';
import { HoldOut } from './HoldOut.tsx';
import { Tile } from './Tile.tsx';
import { verdictSentences } from './verdict.ts';
import { dayInText, percent, ratio, signed } from './words.ts';

interface HeadlineProps {
  readonly run: ShownRun;
  readonly honesty: Honesty | null;
  readonly isStale: boolean;
}

/** Key figures with their uncertainty, and the verdict. */
export function Headline({ run, honesty, isStale }: HeadlineProps) {
  const t = useT();
  const { performance, benchmarks, days, turnoverPerYear } = run.answer;
  const { equal, cap } = benchmarks;
  const span = t('backtest.span', { from: dayInText(days[0]!), to: dayInText(days.at(-1)!) });
  return (
    <header className="headline">
      <div className="headline-text wrap">
        {isStale && <span className="warn">{t('backtest.stale')}</span>}
        <span className="spring" />
        <Export run={run} deflated={honesty?.deflatedSharpe ?? null} />
      </div>
      <dl className="tiles">
        <GrowthTile run={run} honesty={honesty} />
        <Tile
          name={t('backtest.againstEqual')}
          value={signed(difference(performance.cagr, equal.performance.cagr))}
          note={t('backtest.benchmark', { cagr: signed(equal.performance.cagr) })}
        />
        <Tile
          name={t('backtest.againstCap')}
          value={signed(difference(performance.cagr, cap.performance.cagr))}
          note={t('backtest.benchmark', { cagr: signed(cap.performance.cagr) })}
        />
        <Tile
          name={t('statistic.sharpe')}
          value={ratio(performance.sharpe)}
          note={
            honesty?.luck?.sharpe
              ? t('backtest.interval', { low: ratio(honesty.luck.sharpe.low), high: ratio(honesty.luck.sharpe.high) })
              : ''
          }
        />
        <Tile
          name={t('statistic.maxDrawdown')}
          value={signed(performance.maxDrawdown?.depth ?? 0)}
          note={t('backtest.volatility', { volatility: percent(performance.volatility) })}
        />
        <Tile name={t('statistic.turnover')} value={percent(turnoverPerYear, 0)} note={span} />
        <HoldOut answer={run.answer} />
      </dl>
      {honesty && (
        <p className="verdict" role="status">
          {verdictSentences(honesty.verdict).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </p>
      )}
    </header>
  );
}

/** With low coverage, shows an interval instead of one number. */
function GrowthTile({ run, honesty }: Pick<HeadlineProps, 'run' | 'honesty'>) {
  const t = useT();
  const interval = honesty?.interval;
  const luck = honesty?.luck?.cagr;
  return (
    <Tile
      name={t('statistic.cagr')}
      value={interval ? `${signed(interval.low)}…${signed(interval.high)}` : signed(run.answer.performance.cagr)}
      note={
        interval ? (
          <span className="warn">{t('backtest.coverageLow')}</span>
        ) : luck ? (
          t('backtest.interval', { low: signed(luck.low), high: signed(luck.high) })
        ) : (
          ''
        )
      }
    />
  );
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
