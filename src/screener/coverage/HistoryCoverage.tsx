import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { goToDate } from '../asOf/dates.ts';
import { state } from '../state/store.ts';
import { columnLabel, counted, isoDayText, wholeText } from '../state/words.ts';

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
      <table className="data-coverage">
        <thead>
          <tr>
            {(['date', 'securities', 'priced', 'stated', 'guessed'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`data.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {coverage
            .map(({ listed, priced, withStatements, guessed }, place) => (
              <tr key={dates[place]}>
                <th scope="row">
                  <button type="button" className="column-name" onClick={() => goToDate(dates[place] ?? null)}>
                    {isoDayText(dates[place] ?? '')}
                  </button>
                </th>
                {[listed, priced, withStatements, guessed].map((count, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                  <td key={at}>{wholeText(count)}</td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </>
  );
}
