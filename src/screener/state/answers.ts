import { useEffect, useState } from 'react';
import type { Answered, Asked, QuestionKind } from '../../engine/worker/protocol.ts';
import { engine } from './engine.ts';

export interface AnswerState<Kind extends QuestionKind> {
  /** The last one: of the present question once `isCurrent`. Null before it and after a fault. */
  readonly answer: Answered<Kind> | null;
  readonly fault: string | null;
  readonly isCurrent: boolean;
}

/** Asks the engine, again whenever one of `of` is another; null asks nothing. What was answered before stays until the next answer. */
export function useAnswer<Kind extends QuestionKind>(
  kind: Kind,
  question: () => Asked<Kind> | null,
  of: readonly unknown[],
): AnswerState<Kind> {
  const [shown, setShown] = useState<{ of: readonly unknown[]; answer: Answered<Kind> | null; fault: string | null } | null>(
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what the question depends on
  useEffect(() => {
    const asked = question();
    if (!asked) {
      setShown(null);
      return;
    }
    let isWanted = true;
    const show = (answer: Answered<Kind> | null, fault: string | null): void => {
      if (isWanted) setShown({ of, answer, fault });
    };
    engine()
      .ask(kind, asked)
      .done.then(
        (answer) => show(answer, null),
        (error: unknown) => show(null, error instanceof Error ? error.message : String(error)),
      );
    return () => {
      isWanted = false;
    };
  }, [kind, ...of]);
  if (!shown) return { answer: null, fault: null, isCurrent: false };
  return { answer: shown.answer, fault: shown.fault, isCurrent: shown.of.every((each, index) => Object.is(each, of[index])) };
}
