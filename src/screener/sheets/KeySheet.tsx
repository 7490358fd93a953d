import { useSnapshot } from 'valtio';
import { type TextKey, useT } from '../../shell/i18n.ts';
import { Check } from '../controls/Check.tsx';
import { keyName } from '../frame/keyNames.ts';
import { KEYS } from '../frame/keys.ts';
import { Sheet } from '../frame/Sheet.tsx';
import type { ActionName } from '../state/actions.ts';
import { allowSingleKeys, state } from '../state/store.ts';

/** Keys handled by parts of the page themselves. */
const OWN_KEYS = {
  gridKeys: [
    ['↑ ↓ ← →', 'keys.move'],
    ['PageUp PageDown', 'keys.page.move'],
    ['Home End', 'keys.ends'],
    ['Ctrl Home Ctrl End', 'keys.corners'],
    ['Shift ↑ ↓ ← →', 'keys.select'],
    ['Ctrl A', 'keys.all'],
    ['Ctrl C', 'keys.copy'],
    ['↵', 'keys.open'],
  ],
  stepKeys: [
    ['Alt ↑ ↓', 'keys.moveStep'],
    ['Delete', 'keys.removeStep'],
    ['↵', 'keys.editStep'],
    ['T', 'keys.travel'],
    ['Esc', 'keys.travelBack'],
  ],
  textKeys: [
    ['Ctrl Space', 'keys.complete'],
    ['↑ ↓ ↵', 'keys.piece'],
    ['Ctrl ↵', 'keys.textDone'],
  ],
  paletteKeys: [
    ['↵', 'keys.go'],
    ['Shift ↵', 'keys.second'],
    ['Ctrl ↵', 'keys.third'],
    ['Alt ↵', 'keys.fourth'],
  ],
} as const satisfies Record<string, readonly (readonly [string, TextKey])[]>;
const OWN_NAMES = ['gridKeys', 'stepKeys', 'textKeys', 'paletteKeys'] as const;

export function KeySheet() {
  const t = useT();
  const { singleKeys } = useSnapshot(state);
  return (
    <Sheet title={t('keys.title')}>
      <Check className="check keys-switch" isOn={singleKeys} onChange={allowSingleKeys}>
        {t('keys.single')}
      </Check>
      <div className="keys">
        {(['page', 'grid'] as const).map((where) => (
          <section key={where} aria-label={t(`keys.${where}`)}>
            <h3>{t(`keys.${where}`)}</h3>
            <dl>
              {actionsOf(where).map((action) => (
                <KeyLine key={action} names={namesOf(action, where)} text={t(`action.${action}`)} />
              ))}
            </dl>
          </section>
        ))}
        {OWN_NAMES.map((name) => (
          <section key={name} aria-label={t(`keys.${name}`)}>
            <h3>{t(`keys.${name}`)}</h3>
            <dl>
              {OWN_KEYS[name].map(([press, key]) => (
                <KeyLine key={key} names={[press]} text={t(key)} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}

function actionsOf(where: 'page' | 'grid'): readonly ActionName[] {
  return [...new Set(KEYS.filter((key) => key.where === where).map((key) => key.action))];
}

function namesOf(action: ActionName, where: 'page' | 'grid'): readonly string[] {
  return KEYS.filter((key) => key.action === action && key.where === where).map((key) => keyName(key.press));
}

function KeyLine({ names, text }: { readonly names: readonly string[]; readonly text: string }) {
  return (
    <div className="key-line">
      <dt>
        {names.map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
