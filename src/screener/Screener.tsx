import { onDemand } from './frame/onDemand.ts';
import './frame/screener.css';
// Last: overrides the rules above.
import './frame/narrow.css';
import { Suspense, startTransition, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { afterPaint } from '../shell/afterPaint.ts';
import { useT } from '../shell/i18n.ts';
import { lazyPart } from '../shell/lazyPart.tsx';
import { Announcements } from './frame/Announcements.tsx';
import { BODIES } from './frame/bodies.ts';
import { Dock } from './frame/Dock.tsx';
import { listenForKeys } from './frame/keys.ts';
import { watchPresses } from './frame/press.ts';
import { StatusBar } from './frame/StatusBar.tsx';
import { StepPanel } from './frame/StepPanel.tsx';
import { Strips } from './frame/Strips.tsx';
import { closeSecond } from './frame/secondWindow.ts';
import { TopBar } from './frame/TopBar.tsx';
import { Grid } from './grid/Grid.tsx';
import { state } from './state/store.ts';
import { enterScreener, startScreener } from './state/sync.ts';
import { shownHere } from './views/open.ts';
import { ViewBar } from './views/ViewBar.tsx';
import { isPanorama } from './zoom/level.ts';

const Panorama = onDemand(async () => (await import('./panorama/Panorama.tsx')).Panorama);
const RightPanel = onDemand(async () => (await import('./frame/RightPanel.tsx')).RightPanel);
const Palette = lazyPart(async () => (await import('./palette/Palette.tsx')).Palette);
const PrintPages = lazyPart(async () => (await import('./grid/PrintPages.tsx')).PrintPages);
const SecondWindow = onDemand(async () => (await import('./second/SecondWindow.tsx')).SecondWindow);
const EmptyResult = lazyPart(async () => (await import('./steps/EmptyResult.tsx')).EmptyResult);
const LateListeners = lazyPart(async () => (await import('./frame/LateListeners.tsx')).LateListeners);
const GroupHint = lazyPart(async () => (await import('./frame/GroupHint.tsx')).GroupHint);
const SHEETS = {
  keys: onDemand(async () => (await import('./sheets/KeySheet.tsx')).KeySheet),
  columns: onDemand(async () => (await import('./sheets/ColumnSheet.tsx')).ColumnSheet),
  format: onDemand(async () => (await import('./format/FormatSheet.tsx')).FormatSheet),
  serverScreen: onDemand(async () => (await import('./serverScreen/ServerScreenSheet.tsx')).ServerScreenSheet),
  data: onDemand(async () => (await import('./coverage/DataSheet.tsx')).DataSheet),
};

// Constant elements render only when their own data change.
const RIGHT_PANEL = <RightPanel />;
const PRINT_PAGES = <PrintPages />;

/** Starts the engine before the first render. */
export function openDesk(): void {
  startScreener();
}

/** The page: bars at the top and bottom, docked panels, and the grid between them. */
export function Screener() {
  const t = useT();
  const { panels, second, sheet, view } = useSnapshot(state);
  const OpenSheet = sheet && SHEETS[sheet];
  const hasGrid = useGridFirst();
  useEffect(enterScreener, []);
  useEffect(() => listenForKeys(document), []);
  useEffect(() => watchPresses(document), []);
  useEffect(() => closeSecond, []);
  return (
    <div className="desk stack">
      <title>{t('screener.title')}</title>
      <TopBar />
      <ViewBar />
      <Strips />
      <div className="desk-middle">
        {panels.steps && second !== 'panels' && (
          <Dock panel="steps">{hasGrid ? <StepPanel /> : <div className="panel panel-steps" aria-busy="true" />}</Dock>
        )}
        <main id="content" className="desk-grid grow" aria-label={t('grid.label')}>
          <ShownView />
          {shownHere({ view, second }) === 'table' && <GridNotice />}
          {OpenSheet && (
            <Suspense>
              <OpenSheet />
            </Suspense>
          )}
        </main>
        {panels.columns && second !== 'panels' && (
          <Dock panel="columns">
            <LateRightPanel hasGrid={hasGrid} />
          </Dock>
        )}
      </div>
      <StatusBar />
      <Announcements />
      <Layers />
    </div>
  );
}

function ShownView() {
  const { view, second } = useSnapshot(state);
  const shown = shownHere({ view, second });
  if (shown === 'table' && !isPanorama(view.zoom)) return <Grid />;
  const Body = shown === 'table' ? Panorama : BODIES[shown];
  return (
    <Suspense>
      <Body />
    </Suspense>
  );
}

/** False until the first paint with the grid; the panels render afterwards, in time slices. */
function useGridFirst(): boolean {
  const [hasGrid, setHasGrid] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setHasGrid(true))), []);
  return hasGrid;
}

/** Loads after the first rows: nothing may delay them. */
function LateRightPanel({ hasGrid }: { readonly hasGrid: boolean }) {
  const hasRows = useSnapshot(state).frame !== null;
  const waiting = <div className="panel panel-columns" aria-busy="true" />;
  return hasRows && hasGrid ? <Suspense fallback={waiting}>{RIGHT_PANEL}</Suspense> : waiting;
}

/** Overlays. */
function Layers() {
  const { palette, awaitsGroup, second, frame } = useSnapshot(state);
  return (
    <Suspense>
      {frame && PRINT_PAGES}
      {frame && <LateListeners />}
      {palette && <Palette key={palette} scope={palette} />}
      {awaitsGroup && <GroupHint />}
      {second && <SecondWindow />}
    </Suspense>
  );
}

function GridNotice() {
  const t = useT();
  const { frame, universe } = useSnapshot(state);
  if (frame && frame.rows.length > 0) return null;
  if (universe.failure !== null) return null;
  const isWaiting = !frame || universe.rowCount === 0;
  // No loaded row may match the steps, or the rows are not painted yet.
  if (!isWaiting) {
    return universe.loading ? null : (
      <Suspense>
        <EmptyResult />
      </Suspense>
    );
  }
  return <p className="grid-notice quiet">{t('grid.waiting')}</p>;
}
