import { useSnapshot } from 'valtio';
import type { OrderMark, Swap } from '../../engine/answers/order.ts';
import { useT } from '../../shell/i18n.ts';
import { Button } from '../controls/buttons.tsx';
import { textValue } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { type Frame, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';

/** Maximum of rows listed per side. */
const NAMED_MAX = 20;

interface SwapPreviewProps {
  readonly at: number;
  readonly mark: OrderMark;
  readonly onSwap: () => void;
}

/** Rows that a swap adds and removes, and the swap button. */
export function SwapPreview({ at, mark, onSwap }: SwapPreviewProps) {
  const t = useT();
  const { frame } = useSnapshot(state);
  const swap = useSwap(at, frame);
  return (
    <div className="swap-preview small">
      {frame && swap && (
        <dl>
          <Rows
            frame={frame}
            rows={swap.entered}
            total={mark.entered}
            title={t('swap.entered', { number: wholeText(mark.entered) })}
          />
          <Rows frame={frame} rows={swap.left} total={mark.left} title={t('swap.left', { number: wholeText(mark.left) })} />
          {mark.moved > 0 && <dt className="quiet">{t('swap.moved', { number: wholeText(mark.moved) })}</dt>}
        </dl>
      )}
      <Button onClick={onSwap}>{t('swap.do')}</Button>
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
      <dt className="quiet">{title}</dt>
      <dd>
        {names.join(' ')}
        {total > names.length && ' …'}
      </dd>
    </>
  );
}

/** Effect of a swap; null until known. */
function useSwap(at: number, frame: Frame | null): Swap | null {
  const { answer, isCurrent } = useAnswer('swap', () => frame && { at, max: NAMED_MAX }, [at, frame]);
  return isCurrent && answer?.version === frame?.version ? (answer?.swap ?? null) : null;
}
