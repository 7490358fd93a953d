import { useSnapshot } from 'valtio';
import { FLAGS, type FlagCounts } from '../../catalogue/flag.ts';
import { flagsStep } from '../../engine/steps/flags.ts';
import { STEPS_MAX } from '../../engine/steps/language.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { Asked } from '../../engine/worker/protocol.ts';
import { useT } from '../../shell/i18n.ts';
import { QuietButton } from '../controls/buttons.tsx';
import { useAnswer } from '../state/answers.ts';
import { columnOf, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { appliedEntries } from './standing.ts';

interface FlagNoteProps {
  readonly stepKey: number;
  readonly columnId: string;
  readonly onAdd: (step: Step) => void;
}

/** Counts rows with flagged values among the step's output and offers a filter against them. */
export function FlagNote({ stepKey, columnId, onAdd }: FlagNoteProps) {
  const t = useT();
  const { steps } = useSnapshot(state);
  const counts = useFlagCounts(stepKey, columnId);
  if (!counts || counts.rowCount === 0) return <p className="form-note" aria-hidden="true" />;
  const flags = FLAGS.filter((flag) => counts.byFlag[flag] > 0).map((flag) =>
    t('form.flag', { flag: t(`flagName.${flag}`), number: wholeText(counts.byFlag[flag]) }),
  );
  return (
    <p className="form-note">
      <span>
        {counts.flagged === 0
          ? t('form.unflagged')
          : t('form.flagged', { number: wholeText(counts.rowCount), flags: flags.join(', ') })}
      </span>
      {counts.flagged > 0 && steps.length < STEPS_MAX && (
        <QuietButton onClick={() => onAdd(flagsStep({ columnId }))}>{t('form.withoutFlags')}</QuietButton>
      )}
    </p>
  );
}

/** Counted among the step's output, after each result. */
function useFlagCounts(stepKey: number, columnId: string): FlagCounts | undefined {
  const { frame } = useSnapshot(state);
  const question = (): Asked<'flags'> | null => {
    const place = appliedEntries(state.steps, columnOf).findIndex(({ key }) => key === stepKey);
    return place < 0 || state.universe.loading ? null : { id: columnId, stepCount: place + 1 };
  };
  return useAnswer('flags', question, [stepKey, columnId, frame]).answer?.counts;
}
