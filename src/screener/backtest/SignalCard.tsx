import { useMemo, useState } from 'react';
import type { SignalReport } from '../../engine/backtest/signalReport.ts';
import { useT } from '../../shell/i18n.ts';
import { type Series, TimeChart } from '../charts/TimeChart.tsx';
import { columnLabel, wholeText } from '../state/words.ts';
import { Card } from './Card.tsx';
import { day, ratio, signed, tick } from './words.ts';

const CHART_PX = 132;
const PERCENT = 100;

interface SignalCardProps {
  readonly signal: SignalReport;
  readonly days: ArrayLike<number>;
}

/** Predictive power of the last sort: mean return by quantile and rank correlation per date. */
export function SignalCard({ signal, days }: SignalCardProps) {
  const t = useT();
  const [cursor, setCursor] = useState<number | null>(null);
  const { columnId, direction, coefficients, meanCoefficient, coefficientT, quantiles, spreadT } = signal;
  const bars = useMemo<Series>(
    () => ({ name: 'ic', look: '', values: coefficients.map((value) => value ?? Number.NaN) }),
    [coefficients],
  );
  const dates = useMemo(() => Array.from(coefficients, (_, at) => days[at]!), [coefficients, days]);
  return (
    <Card title={t('backtest.signal', { column: columnLabel(columnId), arrow: direction === 'desc' ? '↓' : '↑' })} place="signal">
      <div className="pair wrap">
        {quantiles && (
          <figure>
            <figcaption className="legend">
              <span>{`${t('backtest.quantiles')}, %`}</span>
              <span>
                {t('backtest.spread')} <b>{signed(quantiles.spread, 2)}</b>
              </span>
              <span>{t('backtest.t', { t: ratio(spreadT) })}</span>
            </figcaption>
            <QuantileBars groups={quantiles.groups} />
          </figure>
        )}
        <figure>
          <figcaption className="legend" role="status">
            <span title={t('backtest.coefficientText')}>{t('backtest.coefficient')}</span>
            {cursor === null ? (
              <>
                <b>{ratio(meanCoefficient, 3)}</b>
                <span>{t('backtest.t', { t: ratio(coefficientT) })}</span>
              </>
            ) : (
              <span>
                {day(dates[cursor]!)} <b>{ratio(coefficients[cursor], 3)}</b>
              </span>
            )}
          </figcaption>
          <TimeChart
            label={t('backtest.coefficientLabel')}
            days={dates}
            bars={bars}
            height={CHART_PX}
            base={0}
            write={tick}
            cursor={cursor}
            onCursor={setCursor}
          />
        </figure>
      </div>
    </Card>
  );
}

/** Mean return per period of each quantile, the first rows first. */
function QuantileBars({ groups }: { readonly groups: readonly number[] }) {
  const low = Math.min(0, ...groups);
  const span = Math.max(0, ...groups) - low || 1;
  const share = (value: number): string => `${(value / span) * 100}%`;
  return (
    <ol className="bars" style={{ blockSize: CHART_PX }}>
      {groups.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are identified by position
        <li key={at} title={signed(value, 3)}>
          <span className="bars-track">
            <span className="bars-zero" style={{ insetBlockEnd: share(-low) }} />
            <span
              className="bars-bar"
              data-below={value < 0 || undefined}
              style={{ insetBlockEnd: share(Math.min(value, 0) - low), blockSize: share(Math.abs(value)) }}
            />
          </span>
          <span>{ratio(value * PERCENT, 1)}</span>
          <span className="quiet">{wholeText(at + 1)}</span>
        </li>
      ))}
    </ol>
  );
}
