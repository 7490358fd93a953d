import { Menu } from '@base-ui/react/menu';
import { useT } from '../../shell/i18n.ts';
import { presses } from '../frame/keyNames.ts';
import { type ActionName, act } from '../state/actions.ts';

const SECTIONS: readonly (readonly ActionName[])[] = [
  ['addFilter', 'addVersus', 'addMedian', 'addPercentile', 'addPresence', 'addGroup'],
  ['addSort', 'addRank', 'addRows', 'addPercent', 'addTop', 'addIssuer'],
  ['addFormula'],
];

/** Every kind of step by its words. */
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
            {SECTIONS.map((names) => (
              <Menu.Group key={names.join()} className="menu-group">
                {names.map((name) => (
                  <Menu.Item key={name} className="menu-row menu-action" onClick={() => act(name)}>
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
