import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { type StepEntry, state } from '../store.ts';
import { wholeText } from '../words.ts';
import type { Standing } from './standing.ts';

interface LedgerProps {
  readonly entry: StepEntry;
  readonly standing: Standing;
}

/** What the step left, and what it took: rows that failed it and rows that have no value for it. */
export function Ledger({ entry, standing }: LedgerProps) {
  const t = useT();
  const { counts } = useSnapshot(state);
  if (standing.kind === 'off') return <p className="ledger">{t('steps.off')}</p>;
  if (standing.kind === 'unfinished') return <p className="ledger">{t('steps.unfinished')}</p>;
  if (standing.kind === 'broken') return <p className="ledger warn">{t('steps.fault', { fault: standing.fault })}</p>;
  const count = counts.get(entry.key);
  if (!count) return <p className="ledger" aria-hidden="true" />;
  const [out, failed, missing] = [count.out, count.failed, count.missing].map(wholeText);
  return (
    <p className="ledger">
      <span className="unseen">{t('ledger.words', { out: out ?? '', failed: failed ?? '', missing: missing ?? '' })}</span>
      <span aria-hidden="true" title={t('ledger.out', { number: out ?? '' })}>
        {out}
      </span>
      {count.failed > 0 && (
        <span aria-hidden="true" title={t('ledger.failed', { number: failed ?? '' })}>
          {`−${failed}`}
        </span>
      )}
      {count.missing > 0 && (
        <span aria-hidden="true" title={t('ledger.missing', { number: missing ?? '' })}>
          {`∅ ${missing}`}
        </span>
      )}
    </p>
  );
}
