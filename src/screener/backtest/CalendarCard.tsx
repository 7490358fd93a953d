import type { CalendarReturn } from '../../engine/backtest/calendar.ts';
import type { BacktestAnswer } from '../../engine/backtestWorker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { Card } from './Card.tsx';
import { monthName, ratio, signed } from './words.ts';

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Returns with the full color. */
const FULL_MONTH = 0.1;
const FULL_YEAR = 0.3;
const STRONGEST = 0.6;
const PERCENT = 100;

function tint(value: number, full: number): { backgroundColor: string } {
  const share = Math.min(Math.abs(value) / full, 1) * STRONGEST;
  return { backgroundColor: `rgb(var(--lens-${value < 0 ? 'bad' : 'good'}) / ${share.toFixed(3)})` };
}

/** Monthly and annual returns; annual only for holding periods longer than a month. */
export function CalendarCard({ answer }: { readonly answer: BacktestAnswer }) {
  const t = useT();
  const { years, months } = answer.calendar;
  const byMonth = new Map(months.map((each) => [each.year * 12 + each.month!, each]));
  return (
    <Card title={t('backtest.calendar')} place="calendar">
      <ScrollRegion className="card-scroll" label={t('backtest.calendar')}>
        <table className="heat-table small">
          <thead>
            <tr>
              <th scope="col">{t('backtest.year')}</th>
              {months.length > 0 &&
                MONTHS.map((month) => (
                  <th key={month} scope="col">
                    {monthName(month)}
                  </th>
                ))}
              <th scope="col">{t('backtest.total')}</th>
            </tr>
          </thead>
          <tbody>
            {years.toReversed().map((whole) => (
              <tr key={whole.year}>
                <th scope="row">{String(whole.year)}</th>
                {months.length > 0 &&
                  MONTHS.map((month) => <Cell key={month} found={byMonth.get(whole.year * 12 + month)} full={FULL_MONTH} />)}
                <Cell found={whole} full={FULL_YEAR} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="card-note">{t('backtest.calendarNote')}</p>
    </Card>
  );
}

function Cell({ found, full }: { readonly found: CalendarReturn | undefined; readonly full: number }) {
  if (!found) return <td />;
  return (
    <td style={tint(found.return, full)} title={signed(found.return, 2)}>
      {ratio(found.return * PERCENT, 1)}
    </td>
  );
}
