import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { STEPS_MAX } from '../../engine/steps/language.ts';
import { isSort } from '../../engine/steps/sort.ts';
import { useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { Button } from '../controls/buttons.tsx';
import { state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { addNew } from '../steps/edit.ts';
import type { NewStepName } from '../steps/registry.ts';
import { StepList } from '../steps/StepList.tsx';
import { TextPanel } from '../steps/TextPanel.tsx';
import { onDemand } from './onDemand.ts';

/** Loaded after the first rows. */
const AddMenu = lazyPart(async () => (await import('../steps/AddMenu.tsx')).AddMenu);
const ReceiptPanel = onDemand(async () => (await import('../receipt/ReceiptPanel.tsx')).ReceiptPanel);
const KnownScreens = lazyPart(async () => (await import('../steps/KnownScreens.tsx')).KnownScreens);

/** Step kinds with their own button. */
const FREQUENT = ['addFilter', 'addSort', 'addRows', 'addPercent'] as const satisfies readonly NewStepName[];

/** Reserves the space of the menu. */
function WaitingAddMenu() {
  const t = useT();
  return (
    <Button className="button add-any" disabled>
      <span aria-hidden="true">+ </span>
      {t('steps.add')}
    </Button>
  );
}

// Constant elements render only when their own data change, not with every edit.
const addMenu = (isFull: boolean) => (
  <Suspense fallback={<WaitingAddMenu />}>
    <AddMenu isFull={isFull} />
  </Suspense>
);
const ADD_MENU = addMenu(false);
const ADD_MENU_OFF = addMenu(true);
const BELOW_STEPS = (
  <>
    <TextPanel />
    <Suspense fallback={<div className="receipt-place" />}>
      <ReceiptPanel />
    </Suspense>
  </>
);

/** The screen as a list of steps and as text. */
export function StepPanel() {
  const t = useT();
  const { steps } = useSnapshot(state);
  const isFull = steps.length >= STEPS_MAX;
  const isUnfiltered = steps.every(({ step }) => isSort(step));
  return (
    <aside className="panel panel-steps" aria-label={t('steps.title')}>
      <div className="panel-head line wrap">
        <h2>{t('steps.title')}</h2>
        <span className="spring" />
        {isFull ? ADD_MENU_OFF : ADD_MENU}
        <span className="add-steps wrap">
          {FREQUENT.map((name) => (
            <Button
              key={name}
              disabled={isFull}
              aria-label={t(`steps.${name}Label`)}
              // Ignores the second click of a double click.
              onClick={({ detail }) => detail < 2 && addNew(name)}
            >
              {t(`steps.${name}`)}
            </Button>
          ))}
        </span>
      </div>
      <div className="fill">
        <StepList />
        {isFull && <p className="panel-hint">{t('steps.full', { number: wholeText(STEPS_MAX) })}</p>}
        {isUnfiltered && (
          <Suspense>
            <KnownScreens />
          </Suspense>
        )}
      </div>
      {BELOW_STEPS}
    </aside>
  );
}
