import { type ReactNode, useState } from 'react';
import type { Performance } from '../../engine/backtest/performance.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { Card } from './Card.tsx';
import { dayInText, NONE, percent, ratio, signed } from './words.ts';

/** Figures in order with their format; `statistic.NAME.text` is the definition. */
const FIGURES = {
  cagr: ({ cagr }) => signed(cagr, 2),
  volatility: ({ volatility }) => percent(volatility, 2),
  sharpe: ({ sharpe }) => ratio(sharpe),
  sortino: ({ sortino }) => ratio(sortino),
  maxDrawdown: ({ maxDrawdown }) => signed(maxDrawdown?.depth ?? 0, 2),
  hitRate: ({ hitRate }) => percent(hitRate),
  best: ({ best }) => signed(best, 2),
  worst: ({ worst }) => signed(worst, 2),
  skewness: ({ skewness }) => ratio(skewness),
  kurtosis: ({ kurtosis }) => ratio(kurtosis),
} as const satisfies Record<string, (performance: Performance) => string>;
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as readonly Figure[];
type Defined = Figure | 'beta' | 'alpha' | 'turnover';

/** Statistics of the screen and both benchmarks. Clicking a name shows its definition. */
export function StatisticsCard({ answer }: { readonly answer: BacktestAnswer }) {
  const t = useT();
  const [open, setOpen] = useState<Defined | null>(null);
  const { performance, benchmarks, turnoverPerYear, days } = answer;
  const { equal, cap } = benchmarks;
  const line = (name: Defined, cells: readonly ReactNode[]) => (
    <StatisticRow
      key={name}
      name={name}
      cells={cells}
      isOpen={open === name}
      onToggle={() => setOpen(open === name ? null : name)}
    />
  );
  const fall = performance.maxDrawdown;
  return (
    <Card title={t('backtest.statistics')} place="statistics">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{t('backtest.figure')}</span>
            </th>
            <th scope="col">{t('backtest.screen')}</th>
            <th scope="col">{t('backtest.equal')}</th>
            <th scope="col">{t('backtest.cap')}</th>
          </tr>
        </thead>
        <tbody>
          {NAMES.map((name) =>
            line(
              name,
              [performance, equal.performance, cap.performance].map((each) => FIGURES[name](each)),
            ),
          )}
          {line('alpha', ['', signed(equal.model?.alpha, 2), signed(cap.model?.alpha, 2)])}
          {line('beta', ['', ratio(equal.model?.beta), ratio(cap.model?.beta)])}
          {line('turnover', [percent(turnoverPerYear), NONE, NONE])}
        </tbody>
      </table>
      {fall && (
        <p className="card-note">
          {t('backtest.fall', {
            peak: dayInText(days[fall.peak]!),
            trough: dayInText(days[fall.trough]!),
            recovered: fall.recovered === null ? NONE : dayInText(days[fall.recovered]!),
          })}
        </p>
      )}
    </Card>
  );
}

interface StatisticRowProps {
  readonly name: Defined;
  readonly cells: readonly ReactNode[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function StatisticRow({ name, cells, isOpen, onToggle }: StatisticRowProps) {
  const t = useT();
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" className="term" aria-expanded={isOpen} title={t(`statistic.${name}.text`)} onClick={onToggle}>
            {t(`statistic.${name}`)}
          </button>
        </th>
        {cells.map((cell, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
          <td key={at}>{cell}</td>
        ))}
      </tr>
      {isOpen && (
        <tr className="definition">
          <td colSpan={cells.length + 1}>{t(`statistic.${name}.text`)}</td>
        </tr>
      )}
    </>
  );
}
