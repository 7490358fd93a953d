import { type KeyboardEvent, type PointerEvent, Suspense, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { columnOf, type StepEntry, state } from '../state/store.ts';
import { moveStep, openStep, removeStep, switchStep } from './edit.ts';
import { Ledger } from './Ledger.tsx';
import { StepForm } from './StepForm.tsx';
import { SwapMark } from './SwapMark.tsx';
import { sentence } from './sentence.ts';
import { standing, withFormulaColumns } from './standing.ts';
import { travelTo } from './travel.ts';

interface StepRowProps {
  readonly entry: StepEntry;
  readonly index: number;
  readonly stepCount: number;
  readonly isDragged: boolean;
  readonly dropMark: 'before' | 'after' | null;
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void;
}

/** A step: sentence, ledger, and its form when open. */
export function StepRow({ entry, index, stepCount, isDragged, dropMark, onGrab }: StepRowProps) {
  const t = useT();
  const { openKey, steps, travelKey, counts, universe } = useSnapshot(state);
  const row = useRef<HTMLLIElement>(null);
  const isOpen = openKey === entry.key;
  const step = sentence(entry.step, columnOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: categories are validated by values, which change with each result
  const stands = useMemo(() => standing(entry, withFormulaColumns(steps, columnOf)), [entry, steps, counts, universe]);

  const move = (place: number): void => moveStep(entry.key, place);
  const remove = (): void => {
    const neighbor = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    neighbor?.querySelector<HTMLElement>('.step-sentence')?.focus();
    removeStep(entry.key);
  };
  const pressed = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? index - 1 : index + 1);
      const focused = event.currentTarget.ownerDocument.activeElement as HTMLElement | null;
      // Moving the element drops the focus.
      setTimeout(() => focused?.focus());
    } else if ((event.target as HTMLElement).matches('.step-sentence, .step-switch')) {
      if (event.key === 'Delete') {
        event.preventDefault();
        remove();
      } else if (event.key === 't' && state.singleKeys && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        travelTo(entry.key);
      }
    }
  };

  return (
    <li
      ref={row}
      className="step"
      data-key={entry.key}
      data-standing={stands.kind}
      data-open={isOpen || undefined}
      data-dragged={isDragged || undefined}
      data-travel={travelMark(steps, travelKey, index)}
      data-drop={dropMark ?? undefined}
      onKeyDown={pressed}
    >
      <div className="step-line">
        <span className="step-grip" aria-hidden="true" title={t('steps.drag')} onPointerDown={onGrab}>
          {index + 1}
        </span>
        <input
          type="checkbox"
          className="step-switch"
          checked={entry.on}
          aria-label={t('steps.on', { step })}
          onChange={(event) => switchStep(entry.key, event.target.checked)}
        />
        <button
          type="button"
          className="step-sentence grow"
          aria-expanded={isOpen}
          aria-label={t('steps.edit', { step })}
          onClick={() => openStep(isOpen ? null : entry.key)}
        >
          {step}
        </button>
      </div>
      <Ledger entry={entry} standing={stands} />
      {isOpen && (
        <div className="step-form stack">
          <Suspense>
            <StepForm entry={entry} />
          </Suspense>
          <div className="step-tools">
            <QuietButton disabled={index === 0} aria-label={t('steps.upLabel', { step })} onClick={() => move(index - 1)}>
              {t('steps.up')}
            </QuietButton>
            <QuietButton
              disabled={index === stepCount - 1}
              aria-label={t('steps.downLabel', { step })}
              onClick={() => move(index + 1)}
            >
              {t('steps.down')}
            </QuietButton>
            <span className="spring" />
            <QuietButton aria-label={t('steps.removeLabel', { step })} onClick={remove}>
              {t('steps.remove')}
            </QuietButton>
          </div>
        </div>
      )}
      <SwapMark stepKey={entry.key} />
    </li>
  );
}

/** `here` marks the step whose output is shown, `behind` those after it. */
function travelMark(steps: readonly StepEntry[], travelKey: number | null, index: number): 'here' | 'behind' | undefined {
  const shown = steps.findIndex((entry) => entry.key === travelKey);
  if (travelKey === null || index < shown) return undefined;
  return index === shown ? 'here' : 'behind';
}
