import { useSnapshot } from 'valtio';
import { state } from '../state/store.ts';

/** Live regions for screen readers. */
export function Announcements() {
  const { announcement, resultAnnouncement } = useSnapshot(state);
  return (
    <>
      <div className="unseen" role="status" aria-live="polite">
        {announcement}
      </div>
      <div className="unseen" role="status" aria-live="polite">
        {resultAnnouncement}
      </div>
    </>
  );
}
