import { useEffect, useState } from 'react';
import type { Answered, Asked, QuestionKind } from '../../engine/worker/protocol.ts';
import { messageOf } from '../../shell/errors.ts';
import { engine } from './engine.ts';

export interface AnswerState<Kind extends QuestionKind> {
  /** The last answer; outdated unless `isCurrent`. Null before the first and after an error. */
  readonly answer: Answered<Kind> | null;
  readonly fault: string | null;
  readonly isCurrent: boolean;
}

/** Asks the engine whenever a value of `of` changes; a null question asks nothing. The previous answer stays until the next one. */
export function useAnswer<Kind extends QuestionKind>(
  kind: Kind,
  question: () => Asked<Kind> | null,
  of: readonly unknown[],
): AnswerState<Kind> {
  const [shown, setShown] = useState<{ of: readonly unknown[]; answer: Answered<Kind> | null; fault: string | null } | null>(
    null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` holds the dependencies of the question
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
        (error: unknown) => show(null, messageOf(error)),
      );
    return () => {
      isWanted = false;
    };
  }, [kind, ...of]);
  if (!shown) return { answer: null, fault: null, isCurrent: false };
  return { answer: shown.answer, fault: shown.fault, isCurrent: shown.of.every((each, index) => Object.is(each, of[index])) };
}
