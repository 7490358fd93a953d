import './watchlists.css';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button, NameButton, QuietButton } from '../controls/buttons.tsx';
import { textsOf } from '../rows/search.ts';
import { engine } from '../state/engine.ts';
import { say, showPanel, state } from '../state/store.ts';
import { counted } from '../state/words.ts';
import { addStep } from '../steps/edit.ts';
import { listStep } from '../steps/listStep.ts';
import { openView } from '../views/open.ts';
import { ViewFrame } from '../views/ViewFrame.tsx';
import { dropWatchlist, keepWatchlist, type Watchlist, watchlists } from './lists.ts';
import { Matches } from './Matches.tsx';
import { finderOf, matchSecurities, type Securities } from './match.ts';
import { PortfolioSection } from './PortfolioSection.tsx';

/** Watchlists: paste, save, use as a filter. */
export function WatchlistView() {
  const t = useT();
  useSnapshot(state);
  const securities = useSecurities();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const finder = useMemo(() => securities && finderOf(securities), [securities]);
  const match = useMemo(() => (securities ? matchSecurities(text, securities) : null), [text, securities]);
  const keep = (): void => {
    if (!match || match.symbols.length === 0 || name.trim() === '') return;
    keepWatchlist({ name: name.trim(), symbols: match.symbols });
    say(t('announcement.listKept', { name: name.trim() }));
  };
  return (
    <ViewFrame title={t('action.watchlists')}>
      <div className="lists">
        <section aria-label={t('lists.kept')}>
          <h3>{t('lists.kept')}</h3>
          <Kept
            onEdit={(list) => {
              setName(list.name);
              setText(list.symbols.join('\n'));
            }}
          />
        </section>
        <section aria-label={t('lists.paste')}>
          <h3>{t('lists.paste')}</h3>
          <textarea
            rows={12}
            spellCheck={false}
            aria-label={t('lists.pasteLabel')}
            placeholder={t('lists.pasteLabel')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="lists-tools wrap">
            <input
              type="text"
              value={name}
              maxLength={60}
              aria-label={t('lists.name')}
              placeholder={t('lists.name')}
              onChange={(event) => setName(event.target.value)}
            />
            <Button disabled={!match?.symbols.length || name.trim() === ''} onClick={keep}>
              {t('sets.keep')}
            </Button>
            <Button disabled={!match?.symbols.length} onClick={() => filterBySymbols(match?.symbols ?? [])}>
              {t('lists.filter')}
            </Button>
          </div>
          {match && text.trim() !== '' && (
            <Matches count={match.symbols.length} misses={match.misses}>
              {match.leftOut > 0 && <p className="warn">{counted('lists.leftOut', match.leftOut)}</p>}
            </Matches>
          )}
        </section>
        <PortfolioSection finder={finder} />
      </div>
    </ViewFrame>
  );
}

function Kept({ onEdit }: { readonly onEdit: (list: Watchlist) => void }) {
  const t = useT();
  const lists = watchlists();
  if (lists.length === 0) return <p className="panel-hint">{t('lists.none')}</p>;
  return (
    <ul className="lists-kept">
      {lists.map((list) => (
        <li key={list.name}>
          <NameButton onClick={() => onEdit(list)}>{list.name}</NameButton>
          <span className="column-note cut quiet">{counted('lists.count', list.symbols.length)}</span>
          <QuietButton aria-label={t('lists.filterBy', { name: list.name })} onClick={() => filterBySymbols(list.symbols)}>
            {t('lists.filter')}
          </QuietButton>
          <QuietButton aria-label={t('lists.drop', { name: list.name })} onClick={() => dropWatchlist(list.name)}>
            {t('sets.drop')}
          </QuietButton>
        </li>
      ))}
    </ul>
  );
}

/** Adds a list as the first step. */
function filterBySymbols(symbols: readonly string[]): void {
  showPanel('steps', true);
  addStep(listStep(symbols), 0);
  openView('table');
}

/** Data to match pasted texts against; null until loaded. */
function useSecurities(): Securities | null {
  const version = useSnapshot(state).frame?.version;
  const [securities, setSecurities] = useState<Securities | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the securities depend on the table version
  useEffect(() => {
    let isWanted = true;
    Promise.all(
      ['symbol', 'name', 'isin', 'exchange', 'close', 'volume', 'usdRate'].map((id) => engine().ask('column', { id }).done),
    ).then(
      (answers) => {
        const [symbols = [], names = [], isins = [], exchanges = []] = answers.slice(0, 4).map(({ column }) => textsOf(column));
        const factors = answers.slice(4).flatMap(({ column }) => (column.kind === 'number' ? [column.values] : []));
        const traded = symbols.map((_, row) => factors.reduce((product, values) => product * (values[row] ?? Number.NaN), 1));
        if (isWanted) setSecurities({ symbols, names, isins, exchanges, traded });
      },
      () => isWanted && setSecurities(null),
    );
    return () => {
      isWanted = false;
    };
  }, [version]);
  return securities;
}
