import { useSnapshot } from 'valtio';
import type { OrderMark, Swap } from '../../engine/answers/order.ts';
import { useT } from '../../shell/i18n.ts';
import { textValue } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { type Frame, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { swapSteps } from './edit.ts';

/** Rows named on each side of the preview. */
const NAMED_MAX = 20;

/** Stands between a step and the next one where their order matters: how much, which rows, and a button that swaps them. */
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
      <button
        type="button"
        className="quiet-button swap-mark"
        aria-expanded={isOpen}
        onClick={() => {
          state.swapKey = isOpen ? null : stepKey;
        }}
      >
        <span aria-hidden="true">⇅</span>
        <span>{markText(t, mark, account.lines.at(-1)?.out ?? 0)}</span>
      </button>
      {isOpen && <Preview at={at} mark={mark} onSwap={() => swapSteps(stepKey, nextKey)} />}
    </div>
  );
}

function markText(t: ReturnType<typeof useT>, { entered, left, moved }: OrderMark, total: number): string {
  const changed = Math.max(entered, left);
  const holes = { number: wholeText(changed || moved), total: wholeText(total) };
  return t(changed > 0 ? 'swap.changes' : 'swap.moves', holes);
}

interface PreviewProps {
  readonly at: number;
  readonly mark: OrderMark;
  readonly onSwap: () => void;
}

function Preview({ at, mark, onSwap }: PreviewProps) {
  const t = useT();
  const { frame } = useSnapshot(state);
  const swap = useSwap(at, frame);
  return (
    <div className="swap-preview">
      {frame && swap && (
        <dl>
          <Rows
            frame={frame}
            rows={swap.entered}
            total={mark.entered}
            title={t('swap.entered', { number: wholeText(mark.entered) })}
          />
          <Rows frame={frame} rows={swap.left} total={mark.left} title={t('swap.left', { number: wholeText(mark.left) })} />
          {mark.moved > 0 && <dt>{t('swap.moved', { number: wholeText(mark.moved) })}</dt>}
        </dl>
      )}
      <button type="button" className="button" onClick={onSwap}>
        {t('swap.do')}
      </button>
    </div>
  );
}

interface RowsProps {
  readonly frame: Frame;
  readonly rows: Uint32Array;
  readonly total: number;
  readonly title: string;
}

function Rows({ frame, rows, total, title }: RowsProps) {
  if (total === 0) return null;
  const names = Array.from(rows, (row) => textValue(frame, 'symbol', row));
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {names.join(' ')}
        {total > names.length && ' …'}
      </dd>
    </>
  );
}

/** The rows that a swap brings and takes; null until they have come. */
function useSwap(at: number, frame: Frame | null): Swap | null {
  const { answer, isCurrent } = useAnswer('swap', () => frame && { at, max: NAMED_MAX }, [at, frame]);
  return isCurrent && answer?.version === frame?.version ? (answer?.swap ?? null) : null;
}
