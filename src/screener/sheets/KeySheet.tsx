import { useSnapshot } from 'valtio';
import { type TextKey, useT } from '../../shell/i18n.ts';
import { Check } from '../controls/Check.tsx';
import { keyName } from '../frame/keyNames.ts';
import { KEYS } from '../frame/keys.ts';
import { Sheet } from '../frame/Sheet.tsx';
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
const SECTIONS = ['page', 'grid', 'gridKeys', 'stepKeys', 'textKeys', 'paletteKeys'] as const;

export function KeySheet() {
  const t = useT();
  const { singleKeys } = useSnapshot(state);
  return (
    <Sheet title={t('keys.title')}>
      <Check className="check keys-switch" isOn={singleKeys} onChange={allowSingleKeys}>
        {t('keys.single')}
      </Check>
      <div className="keys">
        {SECTIONS.map((name) => (
          <section key={name} aria-label={t(`keys.${name}`)}>
            <h3>{t(`keys.${name}`)}</h3>
            <dl>
              {linesOf(name).map(([key, names]) => (
                <KeyLine key={key} names={names} text={t(key)} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}

/** Texts with their keys. */
function linesOf(name: (typeof SECTIONS)[number]): readonly (readonly [TextKey, readonly string[]])[] {
  if (name !== 'page' && name !== 'grid') return OWN_KEYS[name].map(([press, key]) => [key, [press]] as const);
  const lines = new Map<TextKey, string[]>();
  for (const { where, action, press } of KEYS) {
    const key = `action.${action}` as const;
    if (where === name) lines.set(key, [...(lines.get(key) ?? []), keyName(press)]);
  }
  return [...lines];
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
