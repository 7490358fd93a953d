import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { ALL_GROUPS, GROUP_LETTERS, jumpToGroup } from '../columns/groups.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { state } from '../state/store.ts';
import { groupLabel } from '../state/words.ts';

/** Letters that may follow g, while one is awaited. */
export function GroupHint() {
  const t = useT();
  const { awaitsGroup } = useSnapshot(state);
  useEffect(() => {
    if (!awaitsGroup) return;
    const stop = (): void => {
      state.awaitsGroup = false;
    };
    document.addEventListener('pointerdown', stop);
    return () => document.removeEventListener('pointerdown', stop);
  }, [awaitsGroup]);
  if (!awaitsGroup) return null;
  return (
    <div className="group-hint wrap" role="status" aria-label={t('action.group')}>
      {ALL_GROUPS.map((group) => (
        <QuietButton
          key={group}
          onPointerDown={(event) => {
            event.stopPropagation();
            state.awaitsGroup = false;
            jumpToGroup(group);
          }}
        >
          <kbd>{GROUP_LETTERS[group].toUpperCase()}</kbd> {groupLabel(group)}
        </QuietButton>
      ))}
    </div>
  );
}
