import './dates.css';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { presses } from '../frame/keyNames.ts';
import { act } from '../state/actions.ts';
import { presentDate, state } from '../state/store.ts';
import { isoDayText, megabytesText } from '../state/words.ts';
import { dates, showDates } from './dates.ts';

/** Previous date, the date strip, next date. */
export function DateControl() {
  const t = useT();
  const { history, steps, fetching } = useSnapshot(state);
  const { isOpen } = useSnapshot(dates);
  if (history.status === 'coming')
    return (
      <span className="top-date-coming quiet" title={t('asOf.coming')}>
        {t('asOf.comingShort')}
      </span>
    );
  const date = presentDate(steps);
  const label = date === null ? t('asOf.today') : isoDayText(date);
  const key = (name: 'dateBefore' | 'dateAfter' | 'dates'): string => `${t(`action.${name}`)} (${presses(name)[0] ?? ''})`;
  const progress = fetching
    ? t('asOf.fetching', { done: megabytesText(fetching.done), total: megabytesText(fetching.total) })
    : null;
  return (
    <span className="top-date line" data-past={date !== null || undefined}>
      <QuietButton aria-label={t('action.dateBefore')} title={key('dateBefore')} onClick={() => act('dateBefore')}>
        ‹
      </QuietButton>
      <QuietButton
        className="quiet-button top-date-name"
        aria-expanded={isOpen}
        aria-label={t('asOf.button', { date: label })}
        title={progress ?? key('dates')}
        onClick={() => showDates(!isOpen)}
      >
        {label}
        {fetching && date !== null && <progress value={fetching.done} max={fetching.total || 1} aria-label={progress ?? ''} />}
      </QuietButton>
      <QuietButton
        aria-label={t('action.dateAfter')}
        title={key('dateAfter')}
        disabled={date === null}
        onClick={() => act('dateAfter')}
      >
        ›
      </QuietButton>
    </span>
  );
}
