import { useSnapshot } from 'valtio';
import { state } from '../state/store.ts';

/** What screen readers are told. */
export function Spoken() {
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
