import { useSnapshot } from 'valtio';
import { locale, useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { act } from '../state/actions.ts';
import { columnOf, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { setEntries } from './edit.ts';
import { sentence } from './sentence.ts';

/** Explains an empty result: the steps responsible, alone or together, and the row count without them. */
export function EmptyResult() {
  const t = useT();
  const { account, steps } = useSnapshot(state);
  const emptying = (account?.emptying ?? []).map(({ steps: places, rowCount }) => {
    const keys = places.map((place) => account?.keys[place]);
    return { entries: steps.filter(({ key }) => keys.includes(key)), rowCount };
  });
  const isTogether = emptying.some(({ entries }) => entries.length > 1);
  const title = isTogether ? 'empty.together' : emptying.length === 0 ? 'grid.empty' : 'empty.emptying';
  return (
    <section className="grid-notice empty-result quiet stack" aria-label={t('empty.title')}>
      <p>{t(title)}</p>
      {emptying.map(({ entries, rowCount }) => (
        <Button
          key={entries.map(({ key }) => key).join()}
          className="button emptying"
          onClick={() => setEntries(state.steps.map((each) => (entries.includes(each) ? { ...each, on: false } : each)))}
        >
          {t('empty.without', {
            step: new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
              entries.map(({ step }) => sentence(step, columnOf)),
            ),
            number: wholeText(rowCount),
          })}
        </Button>
      ))}
      <Button onClick={() => act('trace')}>{t('action.trace')}</Button>
    </section>
  );
}
