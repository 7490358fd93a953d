import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { act } from '../state/actions.ts';
import { columnOf, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { switchStep } from './edit.ts';
import { sentence } from './sentence.ts';

/** No row is left: which steps are to blame, and what would be left without each. */
export function EmptyResult() {
  const t = useT();
  const { account, steps } = useSnapshot(state);
  const emptying = (account?.emptying ?? []).flatMap((place) => {
    const key = account?.keys[place];
    const entry = steps.find((each) => each.key === key);
    const without = account?.lines[place]?.without;
    return entry && without !== undefined ? [{ entry, without }] : [];
  });
  return (
    <section className="grid-notice empty-result" aria-label={t('empty.title')}>
      <p>{t(emptying.length === 0 ? 'grid.empty' : 'empty.emptying')}</p>
      {emptying.map(({ entry, without }) => (
        <button key={entry.key} type="button" className="button emptying" onClick={() => switchStep(entry.key, false)}>
          {t('empty.without', { step: sentence(entry.step, columnOf), number: wholeText(without) })}
        </button>
      ))}
      <button type="button" className="button" onClick={() => act('trace')}>
        {t('action.trace')}
      </button>
    </section>
  );
}
