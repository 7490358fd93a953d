import { useEffect, useRef } from 'react';
import type { BacktestAnswer, PeriodRow } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { wholeText } from '../state/words.ts';
import { Card } from './Card.tsx';
import { day, percent, signed } from './words.ts';

/** Number columns after the two dates; `period.NAME` is their label. */
const COLUMNS = {
  rows: ({ rows }) => wholeText(rows),
  entered: ({ entered }) => wholeText(entered),
  left: ({ left }) => wholeText(left),
  ended: ({ ended }) => wholeText(ended),
  cash: ({ cash }) => percent(cash),
  turnover: ({ turnover }) => percent(turnover),
  cost: ({ cost }) => percent(cost, 2),
  return: (row) => signed(row.return, 2),
} as const satisfies Record<string, (row: PeriodRow) => string>;
const NAMES = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

interface PeriodsCardProps {
  readonly answer: BacktestAnswer;
  readonly open: number | null;
  readonly onOpen: (at: number) => void;
}

/** Every rebalancing, the latest first. */
export function PeriodsCard({ answer: { periods }, open, onOpen }: PeriodsCardProps) {
  const t = useT();
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (open === null) return;
    body.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const order = periods.map((row, at) => ({ row, at })).reverse();
  return (
    <Card title={t('backtest.periods')} place="periods">
      <ScrollRegion className="card-scroll" label={t('backtest.periods')}>
        <table className="figures rows-table">
          <thead>
            <tr>
              <th scope="col">{t('period.snapshot')}</th>
              <th scope="col">{t('period.trade')}</th>
              {NAMES.map((name) => (
                <th key={name} scope="col" title={t(`period.${name}.text`)}>
                  {t(`period.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {order.map(({ row, at }) => (
              <tr key={row.snapshot} data-open={at === open || undefined}>
                <th scope="row">
                  <button type="button" className="term" aria-pressed={at === open} onClick={() => onOpen(at)}>
                    {day(row.snapshot)}
                  </button>
                </th>
                <td>{row === periods.at(-1) && row.rows === 0 ? `${day(row.day)} · ${t('period.finalSale')}` : day(row.day)}</td>
                {NAMES.map((name) => (
                  <td key={name} data-negative={(name === 'return' && (row.return ?? 0) < 0) || undefined}>
                    {COLUMNS[name](row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
