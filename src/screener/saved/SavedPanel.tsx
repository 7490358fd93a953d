import './saved.css';
import { type FormEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  deleteScreen,
  onScreensChange,
  renameScreen,
  type SavedScreen,
  type ScreenList,
  savedScreens,
} from '../../shell/database.ts';
import { EraseButton } from '../../shell/EraseButton.tsx';
import { useT } from '../../shell/i18n.ts';
import { Moment } from '../../shell/Moment.tsx';
import { Button, NameButton, QuietButton } from '../controls/buttons.tsx';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { asRef, state } from '../state/store.ts';
import { counted } from '../state/words.ts';
import { screenText } from '../steps/text.ts';
import { SincePanel } from './SincePanel.tsx';
import { faultWords, keepScreen, NAME_CHARS_MAX, openScreen } from './saved.ts';

/** Saved screens of this device: save, open, rename, delete; changes since the open one was saved. */
export function SavedPanel() {
  const t = useT();
  const { opened, universe } = useSnapshot(state);
  const [fault, setFault] = useState<string | null>(null);
  const list = useSavedScreens(setFault);
  const attempt = (work: Promise<void>): void => {
    work.then(
      () => setFault(null),
      (error: unknown) => setFault(faultWords(error)),
    );
  };
  const own = list?.screens.find(({ id }) => id === opened?.id);
  return (
    <>
      <div className="panel-tools saved">
        <KeepForm isReady={!universe.loading} onKeep={(name) => attempt(keepScreen(name))} />
        {own && (
          <Button disabled={universe.loading} onClick={() => attempt(keepScreen(own.name, own.id))}>
            {t('saved.again', { name: own.name })}
          </Button>
        )}
        {fault !== null && (
          <p className="warn" role="alert">
            {fault}
          </p>
        )}
      </div>
      <ScrollRegion className="fill saved" label={t('action.saved')}>
        <h3>{t('action.saved')}</h3>
        {list?.screens.length === 0 && <p className="panel-hint">{t('saved.none')}</p>}
        <ul className="saved-list">
          {list?.screens.map((screen) => (
            <SavedLine key={screen.id} screen={screen} isOpen={screen.id === opened?.id} attempt={attempt} />
          ))}
        </ul>
        {list !== null && list.unreadableCount > 0 && <p className="warn">{counted('saved.unreadable', list.unreadableCount)}</p>}
        {opened && <SincePanel id={opened.id} savedAt={own?.savedAt ?? null} />}
        <p className="saved-erase">
          <EraseButton className="quiet-button" onErased={forgetStored} />
        </p>
      </ScrollRegion>
    </>
  );
}

/** Resets state that mirrors the storage. */
function forgetStored(): void {
  state.opened = null;
  state.userSets = asRef([]);
  state.watchlists = asRef([]);
}

function KeepForm({ isReady, onKeep }: { readonly isReady: boolean; readonly onKeep: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState('');
  useSnapshot(state);
  const usual = (screenText() || t('saved.all')).slice(0, NAME_CHARS_MAX);
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    onKeep(name.trim() === '' ? usual : name);
    setName('');
  };
  return (
    <form className="saved-keep" onSubmit={keep}>
      <input
        type="text"
        className="saved-name"
        value={name}
        maxLength={NAME_CHARS_MAX}
        aria-label={t('saved.name')}
        placeholder={usual}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button" disabled={!isReady}>
        {t('saved.keep')}
      </button>
    </form>
  );
}

interface SavedLineProps {
  readonly screen: SavedScreen;
  readonly isOpen: boolean;
  readonly attempt: (work: Promise<void>) => void;
}

function SavedLine({ screen, isOpen, attempt }: SavedLineProps) {
  const t = useT();
  const { id, name, savedAt } = screen;
  const [draft, setDraft] = useState<string | null>(null);
  const rename = (event: FormEvent): void => {
    event.preventDefault();
    const tidy = draft?.trim() ?? '';
    setDraft(null);
    if (tidy !== '' && tidy !== name) attempt(renameScreen(id, tidy));
  };
  if (draft !== null) {
    return (
      <li>
        <form className="saved-keep" onSubmit={rename}>
          <input
            type="text"
            // biome-ignore lint/a11y/noAutofocus: the input replaces the clicked button
            autoFocus
            value={draft}
            maxLength={NAME_CHARS_MAX}
            aria-label={t('saved.renameLabel', { name })}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
          />
          <button type="submit" className="button">
            {t('saved.rename')}
          </button>
        </form>
      </li>
    );
  }
  return (
    <li aria-current={isOpen || undefined}>
      <NameButton onClick={() => openScreen(screen)}>{name}</NameButton>
      <span className="column-note cut quiet">
        <Moment at={savedAt} />
      </span>
      <QuietButton aria-label={t('saved.renameLabel', { name })} onClick={() => setDraft(name)}>
        {t('saved.rename')}
      </QuietButton>
      <QuietButton aria-label={t('saved.dropLabel', { name })} onClick={() => attempt(deleteScreen(id))}>
        {t('saved.drop')}
      </QuietButton>
    </li>
  );
}

/** The list of screens, updated across tabs; null until loaded. */
function useSavedScreens(onFault: (words: string) => void): ScreenList | null {
  const [list, setList] = useState<ScreenList | null>(null);
  useEffect(() => {
    let isWanted = true;
    const read = (): void => {
      savedScreens().then(
        (found) => isWanted && setList(found),
        (error: unknown) => isWanted && onFault(faultWords(error)),
      );
    };
    read();
    const stop = onScreensChange(read);
    return () => {
      isWanted = false;
      stop();
    };
  }, [onFault]);
  return list;
}
