import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { dates } from '../asOf/dates.ts';
import { HistoryStrips } from '../asOf/HistoryStrips.tsx';
import { wantsDiagnostics } from '../diagnostics/backendChoice.ts';
import { backends } from '../diagnostics/backends.ts';
import { engine } from '../state/engine.ts';
import { showPanel, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { TEXT_BOX_ID } from '../steps/TextPanel.tsx';
import { TravelMark } from '../steps/TravelMark.tsx';
import { dismissText } from '../steps/text.ts';
import { FailedCountries } from './FailedCountries.tsx';
import { focusSoon } from './focus.ts';
import { room } from './room.ts';

const DateStrip = room(async () => (await import('../asOf/DateStrip.tsx')).DateStrip);
const Looks = room(async () => (await import('../asOf/Looks.tsx')).Looks);
const Diagnostics = lazyPart(async () => (await import('../diagnostics/Diagnostics.tsx')).Diagnostics);

/** What went wrong as a whole, where, and what to do about it. Never in the way of anything else. */
export function Strips() {
  const t = useT();
  const { isOpen } = useSnapshot(dates);
  const { history, universe, crash, isEngineSilent, looks, secondBlocked, textFault, exportFault } = useSnapshot(state);
  return (
    <div className="strips">
      {universe.failure !== null && (
        <p className="strip" role="alert">
          <span>{t('failure.title', { reason: universe.failure })}</span>
          <button type="button" className="button" onClick={() => engine().retry([])}>
            {t('failure.retry')}
          </button>
        </p>
      )}
      <FailedCountries />
      {wantsDiagnostics() && (
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
      <TravelMark />
      {isEngineSilent && (
        <p className="strip" role="alert">
          <span>{t('silent.title')}</span>
          <button type="button" className="button" onClick={() => engine().restart()}>
            {t('silent.restart')}
          </button>
        </p>
      )}
      {crash !== null && (
        <p className="strip" role="alert">
          <span>{t('crash.title', { reason: crash })}</span>
          <Dismiss
            onDismiss={() => {
              state.crash = null;
            }}
          />
        </p>
      )}
      {textFault?.fromUrl && (
        <p className="strip" role="alert">
          <span>{t('text.faultUrl', { message: textFault.message, at: wholeText(textFault.at + 1) })}</span>
          <button type="button" className="button" onClick={editText}>
            {t('text.edit')}
          </button>
          <Dismiss onDismiss={dismissText} />
        </p>
      )}
      {secondBlocked && (
        <p className="strip" role="alert">
          <span>{t('second.blocked')}</span>
          <Dismiss
            onDismiss={() => {
              state.secondBlocked = false;
            }}
          />
        </p>
      )}
      {exportFault !== null && (
        <p className="strip" role="alert">
          <span>{t('export.failed', { reason: exportFault })}</span>
          <Dismiss
            onDismiss={() => {
              state.exportFault = null;
            }}
          />
        </p>
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
  return (
    <button type="button" className="button" onClick={onDismiss}>
      {t('strip.dismiss')}
    </button>
  );
}

/** A back end has died and another has taken over: one quiet line. */
function LostBackend() {
  const t = useT();
  const { lost } = useSnapshot(backends);
  if (lost === null) return null;
  return (
    <p className="strip" role="status">
      <span>{t('diagnostics.lost', { name: lost })}</span>
      <Dismiss
        onDismiss={() => {
          backends.lost = null;
        }}
      />
    </p>
  );
}
