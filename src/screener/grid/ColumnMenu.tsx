import { Menu } from '@base-ui/react/menu';
import { useT } from '../../shell/i18n.ts';
import { FROZEN_IDS } from '../columns/view.ts';
import { presses } from '../frame/keyNames.ts';
import { type ActionName, act } from '../state/actions.ts';
import { columnOf, state } from '../state/store.ts';
import { columnLabel, groupLabel } from '../state/words.ts';

interface ColumnMenuProps {
  readonly columnId: string;
  readonly bounds: DOMRect;
  readonly onClose: () => void;
}

const SECTIONS: readonly (readonly ActionName[])[] = [
  ['sort', 'sortAlso', 'filter', 'format'],
  ['pin', 'hide', 'moveLeft', 'moveRight', 'wider', 'narrower'],
  ['fold'],
];
const LOOSE_ONLY: readonly ActionName[] = ['pin', 'hide', 'moveLeft', 'moveRight'];

/** Actions on a column with their keys. */
export function ColumnMenu({ columnId, bounds, onClose }: ColumnMenuProps) {
  const t = useT();
  const column = columnOf(columnId);
  if (!column) return null;
  const isFrozen = FROZEN_IDS.includes(columnId);
  const isPinned = state.view.pinned.includes(columnId);
  const label = (name: ActionName): string => {
    if (name === 'pin') return t(isPinned ? 'menu.unpin' : 'action.pin');
    if (name === 'fold') return t('menu.fold', { group: groupLabel(column.group) });
    return t(`action.${name}`);
  };
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner className="layer" anchor={{ getBoundingClientRect: () => bounds }} side="bottom" align="start">
          <Menu.Popup className="popup menu" aria-label={t('menu.label', { column: columnLabel(columnId) })}>
            <p className="menu-title quiet small" aria-hidden="true">
              {columnLabel(columnId)}
            </p>
            {SECTIONS.map((names) => (
              <Menu.Group key={names.join()} className="menu-group">
                {names
                  .filter((name) => !(isFrozen && LOOSE_ONLY.includes(name)))
                  .map((name) => (
                    <Menu.Item key={name} className="menu-row menu-action line" onClick={() => act(name)}>
                      <span>{label(name)}</span>
                      <kbd>{presses(name)[0] ?? ''}</kbd>
                    </Menu.Item>
                  ))}
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
