import './coverage.css';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { Sheet } from '../frame/Sheet.tsx';
import { type Coverage, sourceText } from '../state/sources.ts';
import { say, state } from '../state/store.ts';
import { CoverageTable } from './CoverageTable.tsx';
import { HistoryCoverage } from './HistoryCoverage.tsx';

/** Fetches, builds and serves every company listed in the United States (docs/market.md). */
const MARKET_LINE = 'npx panscreen market us --contact you@example.org';

/** Sources, dates and coverage of the data, and how to get real market data. */
export function DataSheet() {
  const t = useT();
  const { universe, history } = useSnapshot(state);
  return (
    <Sheet title={t('source.title')}>
      <div className="data-sheet stack">
        {universe.note !== null && (
          <p className="data-note" dir="auto">
            {universe.note}
          </p>
        )}
        {universe.coverage !== null && <Coverages coverage={universe.coverage} />}
        {universe.coverage === null && universe.note === null && <p>{t('data.unsaid')}</p>}
        {history.status === 'there' && <HistoryCoverage />}
        <MarketLine />
      </div>
    </Sheet>
  );
}

function Coverages({ coverage }: { readonly coverage: Coverage }) {
  const t = useT();
  const total = coverage.exchanges.reduce<Coverage['exchanges'][number]>(
    (sum, each) => ({
      exchange: t('data.all'),
      rowCount: sum.rowCount + each.rowCount,
      pricedCount: sum.pricedCount + each.pricedCount,
      statedCount: sum.statedCount + each.statedCount,
    }),
    { exchange: '', rowCount: 0, pricedCount: 0, statedCount: 0 },
  );
  return (
    <>
      <h3>{t('data.sources')}</h3>
      <ul>
        {coverage.sources.map((source) => (
          <li key={source.name}>{sourceText(source)}</li>
        ))}
      </ul>
      {coverage.sources.some(({ name }) => name === 'fails') && <p className="data-hint quiet">{t('data.fails')}</p>}
      <h3>{t('data.coverage')}</h3>
      <CoverageTable
        names={['exchange', 'securities', 'priced', 'stated']}
        rows={[total, ...coverage.exchanges].map(({ exchange, rowCount, pricedCount, statedCount }) => [
          exchange,
          exchange || t('data.unknown'),
          [rowCount, pricedCount, statedCount],
        ])}
      />
    </>
  );
}

/** Command with a copy button; it can be selected where copying is blocked. */
function MarketLine() {
  const t = useT();
  const [isUncopied, setUncopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(MARKET_LINE).then(
      () => say(t('receipt.copied')),
      () => setUncopied(true),
    );
  };
  return (
    <>
      <h3>{t('source.market')}</h3>
      <p>{t('data.marketText')}</p>
      <p className="data-line line wrap">
        <code dir="ltr">{MARKET_LINE}</code>
        <Button onClick={copy}>{t('data.copy')}</Button>
      </p>
      {isUncopied && <p className="warn">{t('receipt.copyFailed')}</p>}
    </>
  );
}
