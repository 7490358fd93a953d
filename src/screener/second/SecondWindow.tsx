import './second.css';
import { Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { Announcements } from '../frame/Announcements.tsx';
import { BODIES } from '../frame/bodies.ts';
import { FocusKeeper } from '../frame/FocusKeeper.tsx';
import { listenForKeys } from '../frame/keys.ts';
import { watchPresses } from '../frame/press.ts';
import { RightPanel } from '../frame/RightPanel.tsx';
import { StepPanel } from '../frame/StepPanel.tsx';
import { closeSecond, secondPage } from '../frame/secondWindow.ts';
import { PanelButton, UndoButtons } from '../frame/TopBar.tsx';
import { state } from '../state/store.ts';
import type { FramedView } from '../views/names.ts';
import { WindowName } from '../views/wanted.ts';
import { mirrorFirst, rootOf } from './pageSetup.ts';

/** Renders the panels or a view into the second window. */
export function SecondWindow() {
  const page = secondPage();
  return page && createPortal(<Content page={page} />, rootOf(page));
}

function Content({ page }: { readonly page: Document }) {
  const t = useT();
  const { second } = useSnapshot(state);
  const view = second === 'panels' ? null : second;
  const title = view ? `Panscreen: ${t(`view.${view}`)}` : t('second.title');
  useEffect(() => {
    page.title = title;
  }, [page, title]);
  useEffect(() => mirrorFirst(page), [page]);
  useEffect(() => listenForKeys(page), [page]);
  useEffect(() => watchPresses(page), [page]);
  return (
    <WindowName value="second">
      <div className="desk second stack">
        <header className="top line">
          <h1 className="top-name">{title}</h1>
          <span className="spring" />
          <UndoButtons />
          {!view && (
            <>
              <PanelButton panel="steps" />
              <PanelButton panel="columns" />
            </>
          )}
          <Button onClick={closeSecond}>{t(view ? 'second.viewBack' : 'second.back')}</Button>
        </header>
        <main className="desk-middle" aria-label={title}>
          {view ? <SentView name={view} /> : <Panels />}
        </main>
        <Announcements />
        <FocusKeeper page={page} />
      </div>
    </WindowName>
  );
}

function SentView({ name }: { readonly name: FramedView }) {
  const Body = BODIES[name];
  return (
    <div className="desk-grid grow">
      <Suspense>
        <Body />
      </Suspense>
    </div>
  );
}

function Panels() {
  const { panels } = useSnapshot(state);
  return (
    <>
      {panels.steps && <StepPanel />}
      {panels.columns && <RightPanel />}
    </>
  );
}
