import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { state, useAddedColumns } from '../state/store.ts';
import { COLUMN_SETS, currentSet, dropSet, keepSet, takeSet, userSets } from './sets.ts';

/** Column sets: apply one, save the present columns, delete a user's own. */
export function ColumnSets() {
  const t = useT();
  const { view, userSets: kept } = useSnapshot(state);
  const added = useAddedColumns();
  const [name, setName] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept in storage; the state says when they change
  const own = useMemo(userSets, [kept]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: found in the state
  const current = useMemo(currentSet, [view, kept, added]);
  const isOwn = own.some((set) => set.name === current);
  const keep = (): void => {
    if (name !== null) keepSet(name);
    setName(null);
  };
  if (name !== null) {
    return (
      <form className="sets" onSubmit={keep} action={keep}>
        <input
          type="text"
          value={name}
          // biome-ignore lint/a11y/noAutofocus: opened by a button
          autoFocus
          aria-label={t('sets.name')}
          placeholder={t('sets.name')}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setName(null)}
        />
        <button type="submit" className="button">
          {t('sets.keep')}
        </button>
      </form>
    );
  }
  return (
    <div className="sets">
      <select aria-label={t('sets.label')} value={current ?? ''} onChange={(event) => takeSet(event.target.value)}>
        {current === null && <option value="">{t('sets.custom')}</option>}
        {COLUMN_SETS.map((set) => (
          <option key={set.name} value={set.name}>
            {t(`set.${set.name}`)}
          </option>
        ))}
        {own.length > 0 && (
          <optgroup label={t('sets.own')}>
            {own.map((set) => (
              <option key={set.name} value={set.name}>
                {set.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {isOwn && current ? (
        <QuietButton aria-label={t('sets.dropLabel', { name: current })} onClick={() => dropSet(current)}>
          {t('sets.drop')}
        </QuietButton>
      ) : (
        <QuietButton aria-label={t('sets.keepLabel')} onClick={() => setName('')}>
          {t('sets.keep')}
        </QuietButton>
      )}
    </div>
  );
}
