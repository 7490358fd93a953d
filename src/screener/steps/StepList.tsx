import { type PointerEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { state } from '../state/store.ts';
import { moveStep } from './edit.ts';
import { StepRow } from './StepRow.tsx';

/** A dragged step; `place` counts the gaps, 0 before the first step. */
interface Drag {
  readonly key: number;
  readonly place: number;
}

export function StepList() {
  const t = useT();
  const { steps } = useSnapshot(state);
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    return rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    }).length;
  };
  const start = (key: number, event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ key, place: placeAt(event.clientY) });
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (drag) setDrag({ ...drag, place: placeAt(event.clientY) });
  };
  const drop = (): void => {
    if (!drag) return;
    const from = steps.findIndex((entry) => entry.key === drag.key);
    moveStep(drag.key, drag.place > from ? drag.place - 1 : drag.place);
    setDrag(null);
  };

  return (
    <ol
      className="steps"
      ref={list}
      aria-label={t('steps.list')}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={() => setDrag(null)}
    >
      {steps.map((entry, index) => (
        <StepRow
          key={entry.key}
          entry={entry}
          index={index}
          stepCount={steps.length}
          isDragged={drag?.key === entry.key}
          dropMark={dropMark(drag, index, steps.length)}
          onGrab={(event) => start(entry.key, event)}
        />
      ))}
    </ol>
  );
}

function dropMark(drag: Drag | null, index: number, stepCount: number): 'before' | 'after' | null {
  if (drag?.place === index) return 'before';
  return drag?.place === stepCount && index === stepCount - 1 ? 'after' : null;
}
