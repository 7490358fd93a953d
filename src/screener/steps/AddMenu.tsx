import { Menu } from '@base-ui/react/menu';
import { useT } from '../../shell/i18n.ts';
import { presses } from '../frame/keyNames.ts';
import { act } from '../state/actions.ts';
import { NEW_STEP_SECTIONS } from './registry.ts';

export function AddMenu({ isFull }: { readonly isFull: boolean }) {
  const t = useT();
  return (
    <Menu.Root>
      <Menu.Trigger className="button add-any" disabled={isFull} title={t('steps.addAny')}>
        <span aria-hidden="true">+ </span>
        {t('steps.add')}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="layer" side="bottom" align="start">
          <Menu.Popup className="popup menu" aria-label={t('steps.addAny')} finalFocus={false}>
            {NEW_STEP_SECTIONS.map((names) => (
              <Menu.Group key={names.join()} className="menu-group">
                {names.map((name) => (
                  <Menu.Item key={name} className="menu-row menu-action line" onClick={() => act(name)}>
                    <span>{t(`action.${name}`)}</span>
                    {presses(name).length > 0 && <kbd>{presses(name)[0]}</kbd>}
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
