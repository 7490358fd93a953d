import type { ReactNode } from 'react';
import type { Bar } from '../../engine/backtest/waterfall.ts';
import { useT } from '../../shell/i18n.ts';
import { Card } from './Card.tsx';
import { useRunAnswer } from './useRunAnswer.ts';
import { day, signed } from './words.ts';

interface WaterfallCardProps {
  readonly run: number;
  readonly bars: readonly Bar[];
  readonly isDone: boolean;
  readonly tools: ReactNode;
}

const NAMED = 3;

/** Annual return that each bias would add, and the securities and the period that contribute most. */
export function WaterfallCard({ run, bars, isDone, tools }: WaterfallCardProps) {
  const t = useT();
  const securities = [...new Set(bars.flatMap((bar) => bar.securities.map(({ security }) => security)))];
  const { answer: names } = useRunAnswer(run, { kind: 'names', securities }, isDone && securities.length > 0);
  const reach = bars.reduce((most, { difference }) => Math.max(most, Math.abs(difference ?? 0)), 0) || 1;
  const hasBelow = bars.some(({ difference }) => (difference ?? 0) < 0);
  return (
    <Card title={t('backtest.biases')} place="waterfall" tools={tools}>
      <ul className="waterfall stack">
        {bars.map((bar) => (
          <li key={bar.mistake}>
            <span>{t(`bias.${bar.mistake}`)}</span>
            <span className="waterfall-track" dir="ltr" data-below={hasBelow || undefined} aria-hidden="true">
              <span
                className={(bar.difference ?? 0) < 0 ? 'waterfall-bar look-below' : 'waterfall-bar'}
                style={{ inlineSize: `${(Math.abs(bar.difference ?? 0) / reach) * (hasBelow ? 50 : 100)}%` }}
              />
            </span>
            <b className={bar.isUnanswered ? 'waterfall-unknown' : undefined}>
              {bar.isUnanswered ? t('backtest.biasAbsent') : signed(bar.difference, 2)}
            </b>
            {bar.securities.length > 0 && (
              <span className="waterfall-names">
                {bar.securities
                  .slice(0, NAMED)
                  .map(({ security, share }) => `${names?.get(security)?.symbol ?? '…'} ${signed(share, 2)}`)
                  .join(' · ')}
                {bar.periods[0] && ` · ${day(bar.periods[0].snapshot)} ${signed(bar.periods[0].share, 2)}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="card-note">{t('backtest.biasesNote')}</p>
      {bars.some(({ isUnanswered }) => isUnanswered) && (
        <p className="card-note">{t('backtest.biasMissing', { command: 'panscreen history --biases' })}</p>
      )}
    </Card>
  );
}
