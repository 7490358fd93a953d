import { type KeyboardEvent, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { ColumnPanel } from '../columns/ColumnPanel.tsx';
import { showTab, state, TABS, type Tab } from '../state/store.ts';
import { onDemand } from './onDemand.ts';

const Inspector = onDemand(async () => (await import('../inspector/Inspector.tsx')).Inspector);
const ComparisonPanel = onDemand(async () => (await import('../comparison/ComparisonPanel.tsx')).ComparisonPanel);
const SavedPanel = onDemand(async () => (await import('../saved/SavedPanel.tsx')).SavedPanel);
const ComparePanel = onDemand(async () => (await import('../rows/ComparePanel.tsx')).ComparePanel);

/** Offset by key. */
const MOVES: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', TABS.length - 1],
]);

/** Right panel: columns, one row in detail, or several rows compared. */
export function RightPanel() {
  const t = useT();
  const { tab } = useSnapshot(state);
  const turn = (event: KeyboardEvent): void => {
    const by = MOVES.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + by) % TABS.length] ?? tab;
    showTab(next);
    event.currentTarget.ownerDocument.getElementById(tabId(next))?.focus();
  };
  return (
    <aside className="panel panel-columns" aria-label={t(`tab.${tab}`)}>
      <div className="tabs" role="tablist" aria-label={t('tab.label')}>
        {TABS.map((each) => (
          <button
            key={each}
            id={tabId(each)}
            type="button"
            role="tab"
            className="tab quiet"
            aria-selected={each === tab}
            aria-controls="panel-body"
            tabIndex={each === tab ? 0 : -1}
            onClick={() => showTab(each)}
            onKeyDown={turn}
          >
            {t(`tab.${each}`)}
          </button>
        ))}
      </div>
      <div id="panel-body" className="panel-body stack" role="tabpanel" aria-labelledby={tabId(tab)}>
        {tab === 'columns' ? (
          <ColumnPanel />
        ) : (
          <Suspense fallback={<p className="panel-hint" aria-busy="true" />}>
            <OtherPanel tab={tab} />
          </Suspense>
        )}
      </div>
    </aside>
  );
}

function OtherPanel({ tab }: { readonly tab: Tab }) {
  if (tab === 'comparison') return <ComparisonPanel />;
  if (tab === 'saved') return <SavedPanel />;
  return tab === 'row' ? <Inspector /> : <ComparePanel />;
}

function tabId(tab: Tab): string {
  return `tab-${tab}`;
}
