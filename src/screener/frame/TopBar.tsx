import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { latestDate } from '../../catalogue/display.ts';
import { useT } from '../../shell/i18n.ts';
import { LanguageMenu } from '../../shell/LanguageMenu.tsx';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { ThemeButton } from '../../shell/ThemeButton.tsx';
import { QuietButton } from '../controls/buttons.tsx';
import { act } from '../state/actions.ts';
import { type Panel, presentDate, showPanel, state } from '../state/store.ts';
import { counted, dayText, wholeText } from '../state/words.ts';
import { keyName, presses } from './keyNames.ts';

export function TopBar() {
  const t = useT();
  return (
    <header className="top line">
      <h1 className="unseen">{t('screener.heading')}</h1>
      <Link className="top-name" to="/" aria-label={t('top.home')}>
        {t('app.name')}
      </Link>
      <UniverseSummary />
      <Dated />
      <Note />
      <Loading />
      <span className="spring" />
      <SearchButton />
      <span className="spring" />
      <UndoButtons />
      <PanelButton panel="steps" />
      <PanelButton panel="columns" />
      <SecondButton />
      <LanguageMenu />
      <ThemeButton className="quiet-button theme-button" />
    </header>
  );
}

function UniverseSummary() {
  const t = useT();
  const { universe } = useSnapshot(state);
  const loaded = universe.countries.filter((country) => country.status === 'loaded');
  if (loaded.length === 0) return null;
  const updated = latestDate(loaded.map((country) => country.updated));
  const facts = [
    counted('top.securities', universe.rowCount),
    counted('top.countries', loaded.length),
    t('top.updated', { date: dayText(updated) }),
  ];
  return (
    <button type="button" className="top-universe quiet" title={[...facts, t('source.title')].join(' · ')} onClick={openData}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </button>
  );
}

function openData(): void {
  state.sheet = 'data';
}

const DateControl = lazyPart(async () => (await import('../asOf/DateControl.tsx')).DateControl);

/** Empty without a history. */
function Dated() {
  const { status } = useSnapshot(state).history;
  return (
    (status === 'there' || status === 'coming') && (
      <Suspense>
        <DateControl />
      </Suspense>
    )
  );
}

/** The server's note on its data, e.g. that they are synthetic; opens the data sheet. */
function Note() {
  const t = useT();
  const { universe, history, steps } = useSnapshot(state);
  const note = presentDate(steps) === null ? universe.note : history.note;
  if (note === null) return null;
  return (
    <button type="button" className="top-note" dir="auto" title={`${note} · ${t('source.market')}`} onClick={openData}>
      <span>{note}</span>
    </button>
  );
}

/** Loading progress; nothing once all countries are loaded. */
function Loading() {
  const t = useT();
  const { universe } = useSnapshot(state);
  if (!universe.loading) return null;
  const total = universe.countries.length;
  const done = universe.countries.filter(({ status }) => status === 'loaded' || status === 'failed').length;
  const label = total === 0 ? t('top.connecting') : t('top.loading', { done: wholeText(done), total: wholeText(total) });
  return (
    <span className="top-loading line quiet">
      <span>{label}</span>
      <progress value={total === 0 ? undefined : done} max={total || 1} aria-label={label} />
    </span>
  );
}

function SearchButton() {
  const t = useT();
  return (
    <button type="button" className="top-search line quiet" onClick={() => act('palette')}>
      <span>{t('top.search')}</span>
      <kbd>{keyName('Ctrl+k')}</kbd>
    </button>
  );
}

export function UndoButtons() {
  const t = useT();
  const { canUndo, canRedo } = useSnapshot(state);
  return (['undo', 'redo'] as const).map((name) => (
    <QuietButton
      key={name}
      className="quiet-button top-undo"
      disabled={!(name === 'undo' ? canUndo : canRedo)}
      title={`${t(`action.${name}`)} (${keyName(name === 'undo' ? 'Ctrl+z' : 'Ctrl+Shift+z')})`}
      aria-label={t(`top.${name}`)}
      onClick={() => act(name)}
    >
      <span className="top-undo-sign" aria-hidden="true">
        {name === 'undo' ? '↶' : '↷'}
      </span>
      <span className="top-undo-word">{t(`top.${name}`)}</span>
    </QuietButton>
  ));
}

export function PanelButton({ panel }: { readonly panel: Panel }) {
  const t = useT();
  const { panels } = useSnapshot(state);
  const open = panels[panel];
  return (
    <QuietButton aria-pressed={open} title={t(`top.${panel}Key`)} onClick={() => showPanel(panel, !open)}>
      {t(`top.${panel}`)}
    </QuietButton>
  );
}

function SecondButton() {
  const t = useT();
  const { second } = useSnapshot(state);
  return (
    <QuietButton
      className="quiet-button top-second"
      aria-pressed={second !== null}
      title={`${t('action.second')} (${presses('second')[0]})`}
      onClick={() => act('second')}
    >
      {t('top.second')}
    </QuietButton>
  );
}
