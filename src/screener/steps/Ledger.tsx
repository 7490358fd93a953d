import { useSnapshot } from 'valtio';
import type { StepCount } from '../../engine/steps/stepCount.ts';
import { locale, useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { unbroken } from '../state/figures.ts';
import { type StepEntry, state } from '../state/store.ts';
import { counted, wholeText } from '../state/words.ts';
import { replaceStep } from './edit.ts';
import type { Repair, Standing } from './standing.ts';
import { travelTo } from './travel.ts';

interface LedgerProps {
  readonly entry: StepEntry;
  readonly standing: Standing;
}

/** Input and output counts of a step, rows failing it or without a value, and the result without it. */
export function Ledger({ entry, standing }: LedgerProps) {
  const t = useT();
  const { counts, account, travelKey } = useSnapshot(state);
  if (standing.kind === 'off') return <p className="ledger">{t('steps.off')}</p>;
  if (standing.kind === 'unfinished') return <p className="ledger">{t('steps.unfinished')}</p>;
  if (standing.kind === 'broken')
    return <Warning entry={entry} text={t('steps.fault', { fault: standing.fault })} repair={standing.repair} />;
  const count = counts.get(entry.key);
  const line = account?.lines[account.keys.indexOf(entry.key)];
  const resultCount = account?.lines.at(-1)?.out ?? 0;
  // Pure additions or removals show in the counts.
  const isHidden = line !== undefined && line.changed > Math.abs(line.without - resultCount);
  if (!count) return <div className="ledger" aria-hidden="true" />;
  const [came, out, failed, missing] = [count.in, count.out, count.failed, count.missing].map(wholeText) as [
    string,
    string,
    string,
    string,
  ];
  return (
    <>
      <div className="ledger">
        <LedgerBar count={count} />
        <span className="unseen">{t('ledger.words', { out, failed, missing })}</span>
        <button
          type="button"
          className="ledger-out"
          aria-pressed={travelKey === entry.key}
          title={t('ledger.out', { number: out })}
          onClick={() => travelTo(entry.key)}
        >
          <span>{out}</span> <span className="unseen">{t('ledger.show')}</span>
        </button>
        {count.failed > 0 && (
          <span aria-hidden="true" title={t('ledger.failed', { number: failed })}>
            {unbroken(`−${failed}`, locale())}
          </span>
        )}
        {count.missing > 0 && (
          <span aria-hidden="true" title={t('ledger.missing', { number: missing })}>
            {`∅ ${missing}`}
          </span>
        )}
      </div>
      <p className="ledger ledger-without wrap">
        <span title={t('ledger.in', { number: came })}>{t('ledger.of', { number: came })}</span>
        <span>{t('ledger.without', { number: line ? wholeText(line.without) : '…' })}</span>
        {isHidden && <span>{counted('ledger.changed', line.changed)}</span>}
      </p>
      {standing.doubt !== undefined && <Warning entry={entry} text={standing.doubt} repair={standing.repair} />}
    </>
  );
}

interface WarningProps {
  readonly entry: StepEntry;
  readonly text: string;
  readonly repair: Repair | null | undefined;
}

function Warning({ entry, text, repair }: WarningProps) {
  const t = useT();
  return (
    <p className="ledger warn">
      {text}{' '}
      {repair && (
        <QuietButton onClick={() => replaceStep(entry.key, repair.step)}>
          {t('steps.didYouMean', { name: repair.name })}
        </QuietButton>
      )}
    </p>
  );
}

/** Input rows as a bar: kept (filled), failed (empty), missing (hatched). */
function LedgerBar({ count }: { readonly count: StepCount }) {
  const parts = [
    ['out', count.out],
    ['failed', count.failed],
    ['missing', count.missing],
  ] as const;
  return (
    <span className="ledger-bar" aria-hidden="true">
      {parts.map(([kind, rows]) =>
        rows > 0 ? <span key={kind} data-kind={kind} style={{ inlineSize: `${(100 * rows) / count.in}%` }} /> : null,
      )}
    </span>
  );
}
