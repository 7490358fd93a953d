import './comparison.css';
import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import { type Comparison, type EditEffect, type Missed, PARTS, type Part } from '../../engine/answers/comparison.ts';
import { ScreenTextError } from '../../engine/steps/reader.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { parseScreen } from '../../engine/steps/text.ts';
import { useT } from '../../shell/i18n.ts';
import { Button, NameButton } from '../controls/buttons.tsx';
import { More } from '../controls/More.tsx';
import { ScrollRegion } from '../frame/ScrollRegion.tsx';
import { showDetail } from '../rows/chosen.ts';
import { useFrame } from '../rows/live.ts';
import { textValue } from '../rows/values.ts';
import { columnOf, type ShownComparison, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { orFault } from '../steps/orFault.ts';
import { sentence } from '../steps/sentence.ts';
import { isComparable } from './answer.ts';
import { endComparison, setTextB, showPart, startComparison, swapScreens } from './comparison.ts';

/** Maximum of listed rows; the remainder is counted. */
const LISTED_MAX = 200;

/** Comparison of two screens: common and exclusive rows, and the steps that cause the difference. */
export function ComparisonPanel() {
  const t = useT();
  const { view, comparison, steps } = useSnapshot(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the date depends on the steps
  const isMixed = useMemo(() => isMixedDates(view.textB), [view.textB, steps]);
  if (view.textB === null) {
    return (
      <div className="comparison">
        <p className="panel-hint">{t('comparison.hint')}</p>
        <Button onClick={startComparison}>{t('action.startComparison')}</Button>
      </div>
    );
  }
  return (
    <>
      <div className="panel-tools comparison">
        <div className="comparison-tools wrap">
          <Button onClick={swapScreens}>{t('action.swapScreens')}</Button>
          <Button onClick={endComparison}>{t('action.endComparison')}</Button>
        </div>
        <TextB textB={view.textB} />
        {isMixed && <p className="panel-hint warn">{t('comparison.mixed')}</p>}
        <Parts found={comparison?.found ?? null} part={view.part} />
      </div>
      <ScrollRegion className="fill comparison" label={t('tab.comparison')}>
        {comparison && <Differences comparison={comparison} />}
      </ScrollRegion>
    </>
  );
}

/** Whether one screen uses today's data and the other a past date. */
function isMixedDates(textB: string | null): boolean {
  const steps = textB === null ? null : orFault(() => parseScreen(textB));
  return steps !== null && !(steps instanceof ScreenTextError) && !isComparable(steps);
}

function TextB({ textB }: { readonly textB: string }) {
  const t = useT();
  const [draft, setDraft] = useState<string | null>(null);
  const fault = faultOf(draft ?? textB);
  return (
    <>
      <label htmlFor="comparison-text">{t('comparison.text')}</label>
      <textarea
        id="comparison-text"
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={fault !== null}
        value={draft ?? textB}
        onChange={(event) => {
          setDraft(event.target.value);
          if (faultOf(event.target.value) === null) setTextB(event.target.value);
        }}
        onBlur={() => fault === null && setDraft(null)}
      />
      {fault && <p className="warn">{t('text.fault', { message: fault.message, at: wholeText(fault.at + 1) })}</p>}
    </>
  );
}

function faultOf(text: string): ScreenTextError | null {
  const read = orFault(() => parseScreen(text));
  return read instanceof ScreenTextError ? read : null;
}

/** Selects the rows that the grid shows, with the count of each part. */
function Parts({ found, part }: { readonly found: Comparison | null; readonly part: Part }) {
  const t = useT();
  return (
    <fieldset className="comparison-parts">
      <legend>{t('comparison.show')}</legend>
      {PARTS.map((each) => (
        <label key={each} className="comparison-part" data-part={each}>
          <input type="radio" name="comparison-part" checked={each === part} onChange={() => showPart(each)} />
          <span>{t(`comparison.${each}`)}</span>
          <span className="comparison-count">{found ? wholeText(partCount(found, each)) : ''}</span>
        </label>
      ))}
    </fieldset>
  );
}

function partCount({ rowCountA, rowCountB, both, onlyA, onlyB }: Comparison, part: Part): number {
  return { a: rowCountA, b: rowCountB, both: both.length, onlyA: onlyA.length, onlyB: onlyB.length }[part];
}

function Differences({ comparison }: { readonly comparison: ShownComparison }) {
  const t = useT();
  const { found, stepsA, stepsB } = comparison;
  return (
    <>
      <h3>{t('comparison.edits')}</h3>
      {found.edits.length === 0 && <p className="panel-hint">{t('comparison.same')}</p>}
      <ul className="comparison-edits">
        {found.edits.map((edit) => (
          <EditLine key={`${edit.fromA} ${edit.fromB}`} edit={edit} stepsA={stepsA} stepsB={stepsB} />
        ))}
      </ul>
      <ExclusiveRows title={t('comparison.onlyA')} missed={found.onlyA} screen="B" steps={stepsB} />
      <ExclusiveRows title={t('comparison.onlyB')} missed={found.onlyB} screen="A" steps={stepsA} />
    </>
  );
}

interface EditLineProps {
  readonly edit: EditEffect;
  readonly stepsA: readonly Step[];
  readonly stepsB: readonly Step[];
}

/** Replaced steps of A and B, and the effect of this change alone. */
function EditLine({ edit, stepsA, stepsB }: EditLineProps) {
  const t = useT();
  const { fromA, toA, fromB, toB } = edit;
  const words = (steps: readonly Step[]): string => steps.map((step) => sentence(step, columnOf)).join(' | ') || '—';
  const [entered, left, moved] = [edit.entered, edit.left, edit.moved].map(wholeText) as [string, string, string];
  return (
    <li>
      <span className="comparison-side quiet">
        {t('comparison.side', { screen: t('comparison.a'), steps: words(stepsA.slice(fromA, toA)) })}
      </span>
      <span className="comparison-side quiet">
        {t('comparison.side', { screen: t('comparison.b'), steps: words(stepsB.slice(fromB, toB)) })}
      </span>
      <strong>{t('difference.rows', { entered, left, moved })}</strong>
    </li>
  );
}

interface ExclusiveRowsProps {
  readonly title: string;
  readonly missed: readonly Missed[];
  /** The screen that excluded them. */
  readonly screen: 'A' | 'B';
  readonly steps: readonly Step[];
}

/** Rows exclusive to one screen, by the excluding step of the other. */
function ExclusiveRows({ title, missed, screen, steps }: ExclusiveRowsProps) {
  const t = useT();
  const frame = useFrame();
  const counts = new Map<number | null, number>();
  for (const { step } of missed) counts.set(step, (counts.get(step) ?? 0) + 1);
  const byStep = [...counts].sort(([, a], [, b]) => b - a);
  const words = (step: number | null): string => {
    if (step === null) return t('comparison.notListed', { screen });
    const at = steps[step];
    return t('comparison.droppedBy', { screen, place: wholeText(step + 1), step: at ? sentence(at, columnOf) : '' });
  };
  return (
    <>
      <h3>{`${title}: ${wholeText(missed.length)}`}</h3>
      <ul className="comparison-steps">
        {byStep.map(([step, count]) => (
          <li key={step ?? 'none'}>
            <span>{words(step)}</span>
            <strong>{wholeText(count)}</strong>
          </li>
        ))}
      </ul>
      <ul className="comparison-rows">
        {missed.slice(0, LISTED_MAX).map(({ row, step, symbol = '' }) => (
          <li key={row ?? symbol}>
            {row === null ? (
              <bdi title={words(step)}>{symbol}</bdi>
            ) : (
              <NameButton onClick={() => showDetail(row)} title={words(step)}>
                <bdi>{frame ? textValue(frame, 'symbol', row) : ''}</bdi>
              </NameButton>
            )}
            <span className="column-note cut quiet">{step === null ? MISSING_TEXT : `${screen} ${wholeText(step + 1)}`}</span>
          </li>
        ))}
      </ul>
      <More count={missed.length} max={LISTED_MAX} />
    </>
  );
}
