import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { columnById } from '../../catalogue/catalogue.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import type { Portfolio } from '../../engine/table/holdings.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { Button, QuietButton } from '../controls/buttons.tsx';
import { FileButton } from '../controls/FileButton.tsx';
import { Select } from '../controls/Select.tsx';
import { commonCurrency } from '../rows/money.ts';
import { OWN_CURRENCY } from '../rows/shownMoney.ts';
import { engine } from '../state/engine.ts';
import { localized, shownNumber } from '../state/figures.ts';
import { changeView, type Frame, say, showPanel, state } from '../state/store.ts';
import { counted, wholeText } from '../state/words.ts';
import { newEntry, setEntries } from '../steps/edit.ts';
import { openView } from '../views/open.ts';
import { useColumns } from '../views/wanted.ts';
import { textOfBytes } from './fileText.ts';
import { Matches } from './Matches.tsx';
import type { Finder } from './match.ts';
import { keptPortfolio, readPortfolio, storePortfolio } from './portfolio.ts';
import { portfolioValue } from './portfolioValue.ts';

const COLUMNS = ['portfolioShares', 'portfolioValue', 'portfolioWeight'] as const;

/** Steps that show the holdings, the largest first, and columns to freeze. */
const SHOWN = {
  shares: { text: 'portfolioShares is present | sort portfolioWeight desc', pinned: COLUMNS },
  weights: { text: 'portfolioWeight is present | sort portfolioWeight desc', pinned: ['portfolioWeight'] },
} as const satisfies Record<Portfolio['amounts'], { text: string; pinned: readonly string[] }>;

function keep(portfolio: Portfolio | null): void {
  storePortfolio(portfolio);
  engine().hold(portfolio);
}

function showHeld({ amounts }: Portfolio): void {
  const { text, pinned } = SHOWN[amounts];
  showPanel('steps', true);
  setEntries(parseScreen(text).map((step) => newEntry(step)));
  changeView({ pinned: [...new Set([...state.view.pinned, ...pinned])] });
  state.openKey = null;
  openView('table');
}

/** Portfolio of shares or weights, pasted or from a file, as additional columns. */
export function PortfolioSection({ finder }: { readonly finder: Finder | null }) {
  const t = useT();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Portfolio['amounts'] | null>(null);
  const [kept, setKept] = useState(keptPortfolio);
  const frame = useColumns(kept ? COLUMNS : []);
  const read = useMemo(() => (finder && text.trim() !== '' ? readPortfolio(text, finder, asked) : null), [text, finder, asked]);
  const take = (portfolio: Portfolio | null): void => {
    keep(portfolio);
    setKept(portfolio);
    setText('');
    say(t(portfolio ? 'portfolio.kept' : 'portfolio.none'));
  };
  const takeFile = async (file: File): Promise<void> => setText(textOfBytes(new Uint8Array(await file.arrayBuffer())));
  return (
    <section aria-label={t('portfolio.title')}>
      <h3>{t('portfolio.title')}</h3>
      {kept && (
        <div className="lists-tools wrap">
          <span>{counted('portfolio.count', kept.holdings.length)}</span>
          {frame && kept.amounts === 'shares' && <ValueWords frame={frame} count={kept.holdings.length} />}
          <Button onClick={() => showHeld(kept)}>{t('portfolio.show')}</Button>
          <QuietButton aria-label={t('portfolio.drop')} onClick={() => take(null)}>
            {t('sets.drop')}
          </QuietButton>
        </div>
      )}
      <textarea
        rows={8}
        spellCheck={false}
        aria-label={t('portfolio.paste')}
        placeholder={t('portfolio.paste')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="lists-tools wrap">
        <FileButton onFile={(file) => void takeFile(file)}>{t('portfolio.file')}…</FileButton>
        <Select
          aria-label={t('portfolio.amounts')}
          value={asked ?? read?.amounts ?? 'shares'}
          options={(['shares', 'weights'] as const).map((each) => [each, t(`portfolio.${each}`)] as const)}
          onChange={setAsked}
        />
        <Button disabled={!read?.holdings.length} onClick={() => read && take(read)}>
          {t('sets.keep')}
        </Button>
      </div>
      {read && (
        <Matches count={read.holdings.length} misses={[...read.misses, ...read.unread]}>
          {read.doubtful && (
            <p className="warn">
              {t('portfolio.read', { text: read.doubtful.text, number: localized(String(read.doubtful.amount), locale()) })}
            </p>
          )}
        </Matches>
      )}
    </section>
  );
}

/** Total value in the chosen currency, and how many holdings it lacks. */
function ValueWords({ frame, count }: { readonly frame: Frame; readonly count: number }) {
  const t = useT();
  const { view } = useSnapshot(state);
  const currency = view.money === null || view.money === OWN_CURRENCY ? commonCurrency(frame) : view.money;
  const display = columnById('marketCapitalization')?.display;
  const value = portfolioValue(frame, currency, count);
  if (!value || !display) return <span>{t('portfolio.sum', { value: '…' })}</span>;
  return (
    <>
      <span>{t('portfolio.sum', { value: `${shownNumber(value.sum, display, locale())} ${currency}` })}</span>
      {value.leftOut > 0 && <span className="warn">{t('portfolio.leftOut', { number: wholeText(value.leftOut) })}</span>}
    </>
  );
}
