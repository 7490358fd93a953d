import './receipt.css';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ReceiptAnswer } from '../../engine/worker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { engine } from '../state/engine.ts';
import { sourceText } from '../state/sources.ts';
import { type Frame, say, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { screenText } from '../steps/text.ts';
import { dateWords, receiptLink, receiptText, verdictWords } from './receipt.ts';

/** Results replaced sooner get no receipt. */
const SETTLED_MS = 200;

/** Receipt of the result with copy buttons, and the verdict on an opened link. */
export function ReceiptPanel() {
  const t = useT();
  const made = useReceipt();
  const { steps, linked } = useSnapshot(state);
  const [uncopied, setUncopied] = useState<string | null>(null);
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setUncopied(null);
        say(t('receipt.copied'));
      },
      () => setUncopied(text),
    );
  };
  const isLinked = linked !== null && linked.text === screenText(steps);
  return (
    <section className="receipt" aria-label={t('receipt.title')}>
      <div className="receipt-head line wrap">
        <h3>{t('receipt.title')}</h3>
        <QuietButton disabled={!made} onClick={() => made && copy(receiptText(made.receipt))}>
          {t('receipt.copyText')}
        </QuietButton>
        <QuietButton disabled={!made} onClick={() => made && copy(receiptLink(made.short))}>
          {t('receipt.copyLink')}
        </QuietButton>
      </div>
      <Facts made={made} />
      {isLinked && made && (
        <p className="receipt-verdict" role="status" data-same={made.verdict?.isSameResult || undefined}>
          {made.verdict ? verdictWords(made.verdict) : t('verdict.unreadable')}
        </p>
      )}
      {uncopied !== null && (
        <>
          <p className="warn">{t('receipt.copyFailed')}</p>
          <textarea readOnly rows={3} dir="ltr" aria-label={t('receipt.title')} value={uncopied} />
        </>
      )}
    </section>
  );
}

function Facts({ made }: { readonly made: ReceiptAnswer | null }) {
  const t = useT();
  const { loading, coverage } = useSnapshot(state).universe;
  if (!made) return <p className="receipt-facts wrap quiet small">{loading ? t('receipt.waiting') : '…'}</p>;
  const { receipt } = made;
  const { newest, older } = dateWords(receipt);
  return (
    <p className="receipt-facts wrap quiet small">
      <span>{newest}</span>
      {older && (
        <span className="receipt-older cut" title={older}>
          {older}
        </span>
      )}
      {receipt.history && <span title={receipt.history}>{t('receipt.history', { digest: receipt.history.slice(0, 8) })}</span>}
      {coverage && !receipt.history && <span>{coverage.sources.map(sourceText).join(', ')}</span>}
      <span>{t('status.rows', { rows: wholeText(receipt.rowCount), total: wholeText(receipt.universeCount) })}</span>
      <code>{receipt.digest}</code>
    </p>
  );
}

/** Receipt of the painted result; null while pending and while countries are loading. */
function useReceipt(): ReceiptAnswer | null {
  const { frame, universe, linked } = useSnapshot(state);
  const [made, setMade] = useState<{ of: Frame; answer: ReceiptAnswer } | null>(null);
  const isReady = frame !== null && !universe.loading && universe.rowCount > 0;
  useEffect(() => {
    if (!isReady || !frame) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      engine()
        .ask('receipt', { linked: linked?.receipt ?? null })
        .done.then(
          (answer) => isWanted && answer.version === frame.version && setMade({ of: frame, answer }),
          () => {
            // The restarted engine sends another result.
          },
        );
    }, SETTLED_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isReady, frame, linked]);
  return made && made.of === frame ? made.answer : null;
}
