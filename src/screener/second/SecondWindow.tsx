import './second.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { Announcements } from '../frame/Announcements.tsx';
import { listenForKeys } from '../frame/keys.ts';
import { watchPresses } from '../frame/press.ts';
import { RightPanel } from '../frame/RightPanel.tsx';
import { StepPanel } from '../frame/StepPanel.tsx';
import { closeSecond, secondRoot } from '../frame/secondWindow.ts';
import { PanelButton, UndoButtons } from '../frame/TopBar.tsx';
import { state } from '../state/store.ts';

/** The panels, in the second window. */
export function SecondWindow() {
  const root = secondRoot();
  return root && createPortal(<Panels page={root.ownerDocument} />, root);
}

function Panels({ page }: { readonly page: Document }) {
  const t = useT();
  const { panels } = useSnapshot(state);
  const title = t('second.title');
  useEffect(() => {
    page.title = title;
  }, [page, title]);
  useEffect(() => listenForKeys(page), [page]);
  useEffect(() => watchPresses(page), [page]);
  return (
    <div className="desk second">
      <header className="top">
        <h1 className="top-name">{title}</h1>
        <span className="spring" />
        <UndoButtons />
        <PanelButton panel="steps" />
        <PanelButton panel="columns" />
        <Button onClick={closeSecond}>{t('second.back')}</Button>
      </header>
      <main className="desk-middle" aria-label={title}>
        {panels.steps && <StepPanel />}
        {panels.columns && <RightPanel />}
      </main>
      <Announcements />
    </div>
  );
}
