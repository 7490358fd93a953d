import type { LeftBy } from '../../engine/backtest/ledger.ts';
import type { Holding, PeriodRow } from '../../engine/backtestWorker/protocol.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { t, useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { columnOf } from '../state/store.ts';
import { sentence } from '../steps/sentence.ts';
import { Card } from './Card.tsx';
import { openInGrid } from './openInGrid.ts';
import { useRunAnswer } from './useRunAnswer.ts';
import { Work } from './Work.tsx';
import { day, NONE, percent, signed } from './words.ts';

interface HoldingsCardProps {
  readonly run: number;
  readonly steps: readonly Step[];
  readonly at: number;
  readonly period: PeriodRow;
}

/** Holdings of a period, and former holdings with why they left. */
export function HoldingsCard({ run, steps, at, period }: HoldingsCardProps) {
  const t = useT();
  const asked = useRunAnswer(run, { kind: 'period', at }, true);
  const title = t('backtest.holdings', { date: day(period.snapshot) });
  return (
    <Card
      title={title}
      place="holdings"
      tools={
        <>
          <Work asked={asked} />
          <Button onClick={() => openInGrid(period.snapshot)}>{t('backtest.openInGrid')}</Button>
        </>
      }
    >
      <ScrollRegion className="card-scroll" label={title}>
        <table className="figures rows-table">
          <thead>
            <tr>
              <th scope="col">{t('column.symbol')}</th>
              <th scope="col" className="name">
                {t('column.name')}
              </th>
              <th scope="col">{t('holding.before')}</th>
              <th scope="col">{t('holding.after')}</th>
              <th scope="col">{t('period.return')}</th>
              <th scope="col" className="name">
                {t('holding.what')}
              </th>
            </tr>
          </thead>
          <tbody>
            {asked.answer?.map((holding) => (
              <tr key={holding.id} data-left={holding.left !== null || undefined}>
                <th scope="row">
                  <bdi>{holding.symbol}</bdi>
                </th>
                <td className="name">
                  <bdi>{holding.name}</bdi>
                </td>
                <td>{holding.before === 0 ? NONE : percent(holding.before, 2)}</td>
                <td>{holding.after === 0 ? NONE : percent(holding.after, 2)}</td>
                <td data-negative={(holding.returns?.shown ?? 0) < 0 || undefined}>{earned(holding)}</td>
                <td className="name">{whatHappened(holding, steps)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function earned({ returns }: Holding): string {
  if (!returns) return NONE;
  const { low, shown, high } = returns;
  return low === high ? signed(shown) : `${signed(shown)} (${signed(low)}…${signed(high)})`;
}

function leftWords(by: LeftBy, steps: readonly Step[]): string {
  if (by.kind !== 'step') return t(`left.${by.kind}`);
  const step = steps[by.at];
  return t('left.step', { step: step ? sentence(step, columnOf) : '' });
}

function whatHappened(holding: Holding, steps: readonly Step[]): string {
  if (holding.left) return leftWords(holding.left, steps);
  const words = [holding.isNew && t('holding.new'), holding.fate && holding.fate !== 'sold' && t(`fate.${holding.fate}`)];
  return words.filter(Boolean).join(', ');
}
