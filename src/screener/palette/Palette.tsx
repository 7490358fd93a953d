import './palette.css';
import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { clampIndex } from '../frame/clamp.ts';
import { refocusSoon } from '../frame/focus.ts';
import { documentInUse } from '../frame/secondWindow.ts';
import { state } from '../state/store.ts';
import { type Candidate, searchAll } from './candidates.ts';

/** Index of the verb selected by the modifier keys. */
function verbIndex(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): number {
  if (event.shiftKey) return 1;
  if (event.ctrlKey || event.metaKey) return 2;
  return event.altKey ? 3 : 0;
}

const MODIFIERS = ['', 'Shift ', 'Ctrl ', 'Alt '] as const;
const PAGE = 8;
/** Offset by key. */
const MOVES: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', PAGE],
  ['PageUp', -PAGE],
]);

/** Command palette: columns, securities, steps and actions. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: keys and list of one input
export function Palette({ scope }: { readonly scope: 'all' | 'rows' }) {
  const t = useT();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const deferred = useDeferredValue(text);
  const found = useMemo(() => searchAll(deferred, scope), [deferred, scope]);
  const [page] = useState(documentInUse);
  const before = useRef(page.activeElement);
  const isChosen = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const current = found[Math.min(place, found.length - 1)];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (candidate: Candidate | undefined, index: number): void => {
    const chosen = candidate?.verbs[index] ?? candidate?.verbs[0];
    if (!chosen) return;
    isChosen.current = true;
    state.palette = null;
    // The palette must unmount first, or it would take the focus back.
    setTimeout(() => {
      chosen.run();
      refocusSoon(before.current);
    });
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = MOVES.get(event.key);
    if (by !== undefined) {
      event.preventDefault();
      setPlace((now) => clampIndex(now + by, found.length));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // The search may lag behind the last keystroke.
      const latest = deferred === text ? current : searchAll(text, scope)[0];
      choose(latest, verbIndex(event));
    }
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && closePalette()}>
      <Dialog.Portal container={page.body}>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup
          className="palette stack"
          finalFocus={() => !isChosen.current}
          aria-label={t(scope === 'rows' ? 'palette.rows' : 'palette.title')}
        >
          <input
            type="text"
            role="combobox"
            className="palette-text"
            aria-expanded={found.length > 0}
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={current ? optionId(current) : undefined}
            aria-label={t(scope === 'rows' ? 'palette.rows' : 'palette.title')}
            placeholder={t(scope === 'rows' ? 'palette.rowsHint' : 'palette.hint')}
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: keys typed after the shortcut belong to it
            autoFocus
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setPlace(0);
            }}
            onKeyDown={pressed}
          />
          <div ref={list} id="palette-list" className="fill" role="listbox" aria-label={t('palette.found')}>
            {found.map((candidate) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles keys
              <div
                key={candidate.key}
                id={optionId(candidate)}
                role="option"
                tabIndex={-1}
                aria-selected={candidate === current}
                className="palette-row line"
                onClick={(event) => choose(candidate, verbIndex(event))}
              >
                <span className="palette-kind quiet small">{t(`palette.${candidate.kind}`)}</span>
                <bdi className="cut grow">{candidate.label}</bdi>
                <span className="palette-note quiet small">{candidate.note}</span>
                {candidate.press !== '' && <kbd>{candidate.press}</kbd>}
              </div>
            ))}
          </div>
          {found.length === 0 && <p className="panel-hint">{t(text.trim() === '' ? 'palette.type' : 'palette.nothing')}</p>}
          <p className="palette-verbs wrap">
            {current?.verbs.map(({ verb }, index) => (
              <QuietButton key={verb} tabIndex={-1} onClick={() => choose(current, index)}>
                <kbd>{`${MODIFIERS[index]}↵`}</kbd>
                <span>{t(`verb.${verb}`)}</span>
              </QuietButton>
            ))}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function closePalette(): void {
  state.palette = null;
}

function optionId({ key }: Candidate): string {
  return `found-${key.replace(/[^\w-]/g, '-')}`;
}
