import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { FLAGS, type FlagCounts } from '../../catalogue/flag.ts';
import { STEPS_MAX } from '../../engine/steps/language.ts';
import { useT } from '../../shell/i18n.ts';
import { engine } from '../state/engine.ts';
import { columnOf, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { addStep } from './edit.ts';
import { appliedEntries } from './standing.ts';

interface FlagNoteProps {
  readonly stepKey: number;
  readonly columnId: string;
}

/** How many of the rows that a step lets in have a doubtful number, and a way to keep those without. */
export function FlagNote({ stepKey, columnId }: FlagNoteProps) {
  const t = useT();
  const { steps } = useSnapshot(state);
  const counts = useFlagCounts(stepKey, columnId);
  if (!counts || counts.rowCount === 0) return <p className="form-note" aria-hidden="true" />;
  const flags = FLAGS.filter((flag) => counts.byFlag[flag] > 0).map((flag) =>
    t('form.flag', { flag: t(`flagName.${flag}`), number: wholeText(counts.byFlag[flag]) }),
  );
  const place = steps.findIndex(({ key }) => key === stepKey) + 1;
  return (
    <p className="form-note">
      <span>
        {counts.flagged === 0
          ? t('form.unflagged')
          : t('form.flagged', { number: wholeText(counts.rowCount), flags: flags.join(', ') })}
      </span>
      {counts.flagged > 0 && steps.length < STEPS_MAX && (
        <button type="button" className="quiet-button" onClick={() => addStep({ operatorType: 'flags', columnId }, place)}>
          {t('form.withoutFlags')}
        </button>
      )}
    </p>
  );
}

/** Counted among the rows behind the step, anew with each result. */
function useFlagCounts(stepKey: number, columnId: string): FlagCounts | null {
  const { frame } = useSnapshot(state);
  const [counts, setCounts] = useState<FlagCounts | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame has other rows behind the step
  useEffect(() => {
    const place = appliedEntries(state.steps, columnOf).findIndex(({ key }) => key === stepKey);
    if (place < 0 || state.universe.loading) {
      setCounts(null);
      return;
    }
    let isWanted = true;
    engine()
      .flags(columnId, place + 1)
      .then(
        (answer) => isWanted && setCounts(answer),
        () => isWanted && setCounts(null),
      );
    return () => {
      isWanted = false;
    };
  }, [stepKey, columnId, frame]);
  return counts;
}
