import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import type { OrderMark } from '../../engine/answers/order.ts';
import { useT } from '../../shell/i18n.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { QuietButton } from '../controls/buttons.tsx';
import { change, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { swapSteps } from './edit.ts';

const SwapPreview = lazyPart(async () => (await import('./SwapPreview.tsx')).SwapPreview);

/** Shown between two steps whose order matters: the effect of a swap, and a preview. */
export function SwapMark({ stepKey }: { readonly stepKey: number }) {
  const t = useT();
  const { account, swapKey } = useSnapshot(state);
  const at = account?.keys.indexOf(stepKey) ?? -1;
  const mark = at < 0 ? undefined : account?.marks.find((each) => each.at === at);
  const nextKey = account?.keys[at + 1];
  if (!account || !mark || nextKey === undefined) return null;
  const isOpen = swapKey === stepKey;
  return (
    <div className="swap">
      <QuietButton
        className="quiet-button swap-mark small"
        aria-expanded={isOpen}
        onClick={() => change({ swapKey: isOpen ? null : stepKey })}
      >
        <span aria-hidden="true">⇅</span>
        <span>{markText(t, mark, account.lines.at(-1)?.out ?? 0)}</span>
      </QuietButton>
      {isOpen && (
        <Suspense>
          <SwapPreview at={at} mark={mark} onSwap={() => swapSteps(stepKey, nextKey)} />
        </Suspense>
      )}
    </div>
  );
}

function markText(t: ReturnType<typeof useT>, { entered, left, moved }: OrderMark, total: number): string {
  const changed = Math.max(entered, left);
  const holes = { number: wholeText(changed || moved), total: wholeText(total) };
  return t(changed > 0 ? 'swap.changes' : 'swap.moves', holes);
}
