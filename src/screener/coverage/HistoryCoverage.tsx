import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { goToDate } from '../asOf/dates.ts';
import { NameButton } from '../controls/buttons.tsx';
import { state } from '../state/store.ts';
import { columnLabel, counted, isoDayText } from '../state/words.ts';
import { CoverageTable } from './CoverageTable.tsx';

/** Range, digest and coverage of the history, and its columns with today's values. */
export function HistoryCoverage() {
  const t = useT();
  const { dates, coverage, todays, digest, note } = useSnapshot(state).history;
  const range = { first: isoDayText(dates[0] ?? ''), last: isoDayText(dates.at(-1) ?? '') };
  return (
    <>
      <h3>{t('data.history')}</h3>
      <p>
        {`${counted('data.dates', dates.length)} · ${t('data.range', range)} · `}
        <code>{digest}</code>
      </p>
      {note !== null && (
        <p className="data-note" dir="auto">
          {note}
        </p>
      )}
      {todays.length > 0 && <p>{t('data.todays', { columns: todays.map(columnLabel).join(', ') })}</p>}
      <CoverageTable
        names={['date', 'securities', 'priced', 'stated', 'guessed']}
        rows={coverage
          .map(({ listed, priced, withStatements, guessed }, place) => {
            const date = dates[place] ?? '';
            const head = (
              <NameButton key={date} onClick={() => goToDate(date || null)}>
                {isoDayText(date)}
              </NameButton>
            );
            return [date, head, [listed, priced, withStatements, guessed]] as const;
          })
          .reverse()}
      />
    </>
  );
}
