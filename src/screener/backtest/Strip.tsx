import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { extentOf, linearScale, linePath, padded } from '../charts/scale.ts';
import { clampIndex } from '../frame/clamp.ts';
import { useWidth } from '../frame/useWidth.ts';
import { plainText } from '../steps/sentenceWords.ts';
import type { ShownRun } from './backtest.ts';
import { VARIANT_FIGURES, type VariantFigure } from './figure.ts';
import { partsOf, takeNumbers } from './numbers.ts';
import { useRunAnswer } from './useRunAnswer.ts';
import { Work } from './Work.tsx';

interface StripProps {
  readonly run: ShownRun;
  /** Index of the number in the text. */
  readonly at: number;
  readonly figure: VariantFigure;
  readonly isWanted: boolean;
  readonly onDone: () => void;
}

const HEIGHT_PX = 64;
const EDGE_PX = 6;

/** Results for neighboring values of one number. Enter takes the value at the cursor. */
export function Strip({ run, at, figure, isWanted, onDone }: StripProps) {
  const t = useT();
  const number = run.answer.numbers[at]!;
  const asked = useRunAnswer(run.ticket, { kind: 'strip', number: at }, isWanted);
  const [cursor, setCursor] = useState<number | null>(null);
  const [box, width] = useWidth<HTMLDivElement>();
  const { answer, share } = asked;
  const isDone = answer !== null && share === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, at the end
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const [before, own, after] = partsOf(run.text, number);
  const values = answer?.values ?? [];
  const figures = answer?.figures[figure] ?? new Float64Array(0);
  const here = values.indexOf(number.value);
  const place = cursor ?? here;
  const xs = values.map((_, i) => EDGE_PX + (i / Math.max(values.length - 1, 1)) * (width - 2 * EDGE_PX));
  const y = linearScale(padded(extentOf([figures]), 0.1), HEIGHT_PX - EDGE_PX, EDGE_PX, 2);
  const pointed = (event: PointerEvent<HTMLElement>): void => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - EDGE_PX) / (width - 2 * EDGE_PX);
    setCursor(clampIndex(Math.round(share * (values.length - 1)), values.length));
  };
  const take = (): void => {
    if (place >= 0 && place !== here) takeNumbers(run.steps, [{ number, value: values[place]! }]);
  };
  const pressed = (event: KeyboardEvent): void => {
    const by = new Map([
      ['ArrowRight', 1],
      ['ArrowLeft', -1],
    ]).get(event.key);
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by === undefined) take();
    else setCursor(clampIndex(place + by, values.length));
  };
  return (
    <figure className="strip-box">
      <figcaption>
        <code className="strip-text cut grow quiet" dir="ltr">
          {before}
          <mark>{own}</mark>
          {after}
        </code>
        <span className="strip-told" role="status">
          {place >= 0 && answer && (
            <>
              {plainText(values[place]!)} → <b>{VARIANT_FIGURES[figure](figures[place]!)}</b>
            </>
          )}
        </span>
        <Work asked={asked} />
      </figcaption>
      <div
        ref={box}
        className="chart"
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move its cursor, which is announced
        tabIndex={0}
        role="application"
        aria-label={t('backtest.stripLabel', { number: `${before}${own}${after}` })}
        hidden={!isWanted && !answer}
        style={{ blockSize: HEIGHT_PX }}
        onPointerMove={pointed}
        onPointerLeave={() => setCursor(null)}
        onClick={take}
        onKeyDown={pressed}
      >
        {width > 0 && answer && (
          <svg width={width} height={HEIGHT_PX} aria-hidden="true">
            <line className="chart-base" x1={0} x2={width} y1={HEIGHT_PX - 0.5} y2={HEIGHT_PX - 0.5} />
            <path className="chart-line look-screen" d={linePath(xs, figures, y.at)} />
            {here >= 0 && <circle className="chart-dot look-screen" cx={xs[here]} cy={y.at(figures[here]!)} r={3.5} />}
            {cursor !== null && xs[cursor] !== undefined && (
              <line className="chart-cursor" x1={xs[cursor]} x2={xs[cursor]} y1={0} y2={HEIGHT_PX} />
            )}
          </svg>
        )}
      </div>
      <p className="strip-ends" aria-hidden="true" hidden={!isWanted && !answer}>
        <span>{values.length > 0 ? plainText(values[0]!) : ''}</span>
        <span>{values.length > 0 ? plainText(values.at(-1)!) : ''}</span>
      </p>
    </figure>
  );
}
