import { Suspense, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { unstoredWork } from '../../shell/storage.ts';
import { dates } from '../asOf/dates.ts';
import { HistoryStrips } from '../asOf/HistoryStrips.tsx';
import { Button } from '../controls/buttons.tsx';
import { Strip } from '../controls/Strip.tsx';
import { backends } from '../diagnostics/backends.ts';
import { diagnostics } from '../diagnostics/shown.ts';
import { engine } from '../state/engine.ts';
import { change, showPanel, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { TEXT_BOX_ID } from '../steps/TextPanel.tsx';
import { dismissText } from '../steps/text.ts';
import { FailedCountries } from './FailedCountries.tsx';
import { focusSoon } from './focus.ts';
import { onDemand } from './onDemand.ts';

const DateStrip = onDemand(async () => (await import('../asOf/DateStrip.tsx')).DateStrip);
const Looks = onDemand(async () => (await import('../asOf/Looks.tsx')).Looks);
const TravelMark = lazyPart(async () => (await import('../steps/TravelMark.tsx')).TravelMark);
const Diagnostics = lazyPart(async () => (await import('../diagnostics/Diagnostics.tsx')).Diagnostics);

/** Messages about the whole page, with their actions. They block nothing else. */
export function Strips() {
  const t = useT();
  const { isOpen } = useSnapshot(dates);
  const { isShown } = useSnapshot(diagnostics);
  const { history, universe, crash, isEngineSilent, looks, secondBlocked, textFault, exportFault, travelKey } =
    useSnapshot(state);
  return (
    <div className="strips">
      {universe.failure !== null && (
        <Strip text={t('failure.title', { reason: universe.failure })}>
          <Button onClick={() => engine().retry([])}>{t('failure.retry')}</Button>
        </Strip>
      )}
      <FailedCountries />
      {isShown && (
        <Suspense>
          <Diagnostics />
        </Suspense>
      )}
      <HistoryStrips />
      {looks !== null && (
        <p className="strip" role="status">
          <Suspense>
            <Looks />
          </Suspense>
        </p>
      )}
      {isOpen && history.status === 'there' && (
        <Suspense>
          <DateStrip />
        </Suspense>
      )}
      <LostBackend />
      {travelKey !== null && (
        <Suspense>
          <TravelMark />
        </Suspense>
      )}
      {isEngineSilent && (
        <Strip text={t('silent.title')}>
          <Button onClick={() => engine().restart()}>{t('silent.restart')}</Button>
        </Strip>
      )}
      {crash !== null && (
        <Strip text={t('crash.title', { reason: crash })}>
          <Dismiss onDismiss={() => change({ crash: null })} />
        </Strip>
      )}
      {textFault?.fromUrl && (
        <Strip text={t('text.faultUrl', { message: textFault.message, at: wholeText(textFault.at + 1) })}>
          <Button onClick={editText}>{t('text.edit')}</Button>
          <Dismiss onDismiss={dismissText} />
        </Strip>
      )}
      {secondBlocked && (
        <Strip text={t('second.blocked')}>
          <Dismiss onDismiss={() => change({ secondBlocked: false })} />
        </Strip>
      )}
      <UnstoredWork />
      {exportFault !== null && (
        <Strip text={t('export.failed', { reason: exportFault })}>
          <Dismiss onDismiss={() => change({ exportFault: null })} />
        </Strip>
      )}
    </div>
  );
}

function editText(): void {
  showPanel('steps', true);
  focusSoon(`#${TEXT_BOX_ID}`);
}

function Dismiss({ onDismiss }: { readonly onDismiss: () => void }) {
  const t = useT();
  return <Button onClick={onDismiss}>{t('strip.dismiss')}</Button>;
}

/** Reports lists, notes or a portfolio that could not be stored. */
function UnstoredWork() {
  const t = useT();
  const count = useSyncExternalStore(unstoredWork.add, unstoredWork.count);
  const [seen, setSeen] = useState(unstoredWork.count);
  if (count === seen) return null;
  return (
    <Strip text={t('storage.unstored')}>
      <Dismiss onDismiss={() => setSeen(count)} />
    </Strip>
  );
}

/** Reports that another back end has replaced a failed one. */
function LostBackend() {
  const t = useT();
  const { lost } = useSnapshot(backends);
  if (lost === null) return null;
  return (
    <Strip text={t('diagnostics.lost', { name: lost })} role="status">
      <Dismiss
        onDismiss={() => {
          backends.lost = null;
        }}
      />
    </Strip>
  );
}
