import './screener.css';
import { lazy, Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../shell/i18n.ts';
import { Grid } from './grid/Grid.tsx';
import { listenForKeys } from './keys.ts';
import { StatusBar } from './StatusBar.tsx';
import { Strips } from './Strips.tsx';
import { StepPanel } from './steps/StepPanel.tsx';
import { state } from './store.ts';
import { enterScreener } from './sync.ts';
import { TopBar } from './TopBar.tsx';

const ColumnPanel = lazy(async () => ({ default: (await import('./columns/ColumnPanel.tsx')).ColumnPanel }));

/** The desk: bars above and below, steps on one side, columns on the other, and the grid on all that is left. */
export function Screener() {
  const t = useT();
  const { panels } = useSnapshot(state);
  useEffect(enterScreener, []);
  useEffect(listenForKeys, []);
  return (
    <div className="desk">
      <title>{t('screener.title')}</title>
      <TopBar />
      <Strips />
      <div className="desk-middle">
        {panels.steps && <StepPanel />}
        <main id="content" className="desk-grid" aria-label={t('grid.label')}>
          <Grid />
          <GridNotice />
        </main>
        {panels.columns && (
          <Suspense fallback={<aside className="panel panel-columns" aria-busy="true" />}>
            <ColumnPanel />
          </Suspense>
        )}
      </div>
      <StatusBar />
      <Spoken />
    </div>
  );
}

/** What screen readers are told. */
function Spoken() {
  const { said, saidResult } = useSnapshot(state);
  return (
    <>
      <div className="unseen" role="status" aria-live="polite">
        {said}
      </div>
      <div className="unseen" role="status" aria-live="polite">
        {saidResult}
      </div>
    </>
  );
}

/** Why the grid has no rows. */
function GridNotice() {
  const t = useT();
  const { frame, universe } = useSnapshot(state);
  if (frame && frame.rows.length > 0) return null;
  if (universe.failure !== null) return null;
  const isWaiting = !frame || universe.rowCount === 0;
  return <p className="grid-notice">{t(isWaiting ? 'grid.waiting' : 'grid.empty')}</p>;
}
