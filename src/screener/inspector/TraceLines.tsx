import './trace.css';
import { useSnapshot } from 'valtio';
import type { TraceReport } from '../../engine/answers/traceReport.ts';
import { isGroup } from '../../engine/steps/group.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { useT } from '../../shell/i18n.ts';
import { textValue } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { appliedKeys } from '../state/engine.ts';
import { columnOf, type Frame, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { goToStep } from '../steps/edit.ts';
import { sentence } from '../steps/sentence.ts';
import { withFormulaColumns } from '../steps/standing.ts';
import { distancesOf } from './distance.ts';
import { reasons, stepVerdict } from './trace.ts';

/** Verdict of each step on a security and its distance from each bound. */
export function TraceLines({ frame, row }: { readonly frame: Frame; readonly row: number }) {
  const t = useT();
  const { steps } = useSnapshot(state);
  const trace = useTrace(frame, row);
  const symbol = textValue(frame, 'symbol', row);
  const keys = appliedKeys();
  const known = withFormulaColumns(steps, columnOf);
  const entries = keys.flatMap((key) => steps.find((entry) => entry.key === key) ?? []);
  // During an edit, steps and answer belong to different lists.
  if (!trace || entries.length !== keys.length || !isAbout(trace, entries.length))
    return <div className="trace-steps" aria-busy="true" />;
  const { leftAt, rank, kept } = trace;
  const verdictText =
    leftAt === null
      ? t('trace.in', { symbol, rank: wholeText(rank ?? 0), total: wholeText(kept ?? 0) })
      : t('trace.left', { symbol, place: wholeText(leftAt + 1), total: wholeText(entries.length) });
  return (
    <section className="trace-steps" aria-label={t('inspector.criteria')}>
      <h3>{t('inspector.criteria')}</h3>
      <p role="status">{verdictText}</p>
      <ol>
        {entries.map((entry, place) => {
          const verdict = stepVerdict(trace, place);
          return (
            <li key={entry.key} data-verdict={verdict}>
              <span className="trace-verdict quiet small">{t(`verdict.${verdict}`)}</span>
              <div>
                <button type="button" className="trace-step" onClick={() => goToStep(entry.key)}>
                  {sentence(entry.step, known)}
                </button>
                {verdict !== 'left' && <Distances step={entry.step} row={row} frame={frame} />}
                {verdict === 'left' && <Reasons trace={trace} step={entry.step} currency={textValue(frame, 'currency', row)} />}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface DistancesProps {
  readonly step: Step;
  readonly row: number;
  readonly frame: Frame;
}

/** The value and its distance from each bound of the step. */
function Distances({ step, row, frame }: DistancesProps) {
  const lines = distancesOf(step, row, frame);
  if (lines.length === 0) return null;
  return (
    <ul className="trace-why quiet">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function isAbout({ leftAt, later }: TraceReport, stepCount: number): boolean {
  return leftAt === null || leftAt + 1 + later.length === stepCount;
}

interface ReasonsProps {
  readonly trace: TraceReport;
  readonly step: Step;
  readonly currency: string;
}

function Reasons({ trace, step, currency }: ReasonsProps) {
  const t = useT();
  const { steps } = useSnapshot(state);
  const known = withFormulaColumns(steps, columnOf);
  const members = isGroup(step) ? step.members : [];
  return (
    <ul className="trace-why quiet">
      {reasons(trace, step, known, currency).map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
      {members.map((member, place) => {
        const verdict = trace.members[place];
        return verdict ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: members are identified by position
          <li key={place}>{t('trace.member', { filter: sentence(member, known), verdict: t(`member.${verdict}`) })}</li>
        ) : null;
      })}
    </ul>
  );
}

/** Trace in the painted version, refreshed with each result; null until known. */
function useTrace(frame: Frame, row: number): TraceReport | null {
  const { answer, isCurrent } = useAnswer('trace', () => ({ row, version: frame.version }), [frame, row]);
  return isCurrent ? (answer?.trace ?? null) : null;
}
