import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { columnById } from '../../catalogue/catalogue.ts';
import type { Column } from '../../catalogue/column.ts';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { type LetStep, letStep } from '../../engine/table/formulas.ts';
import { t, useT } from '../../shell/i18n.ts';
import { textValue } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { otherColumns, state } from '../state/store.ts';
import { figureText, percentWords, wholeText } from '../state/words.ts';
import { CodeBox } from './CodeBox.tsx';
import { formulaFault, formulaOf, isFreeName } from './formula.ts';
import type { FormProps, StepPage } from './kind.ts';

/** Columns other than formulas. */
function givenColumn(id: string): Column | undefined {
  return columnById(id) ?? otherColumns().find((column) => column.id === id);
}

/** Formula column: name, formula and a sample value. */
function FormulaForm({ step, onChange, onRename }: FormProps<LetStep>) {
  const t = useT();
  const faultId = useId();
  const { steps } = useSnapshot(state);
  const [draft, setDraft] = useState<string | null>(null);
  const formula = draft ?? step.formula;
  const others = steps.flatMap((entry) => (entry.on && entry.step !== step ? [entry.step] : []));
  const fault = formulaFault({ ...step, formula }, others, givenColumn);
  /** The last unused name: what other steps refer to while a name is being typed. */
  const [known, setKnown] = useState(step.columnId);
  const rename = (typed: string): void => {
    const columnId = typed.trimStart();
    onChange({ ...step, columnId });
    const isFree = (name: string): boolean => isFreeName(name, others, givenColumn);
    if (columnId === known || !isFree(columnId)) return;
    if (isFree(known)) onRename(known, columnId);
    setKnown(columnId);
  };
  return (
    <>
      <label className="field">
        <span>{t('formula.name')}</span>
        <input
          type="text"
          value={step.columnId}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => rename(event.target.value)}
        />
      </label>
      <div className="field">
        <span aria-hidden="true">{t('formula.formula')}</span>
        <CodeBox
          label={t('formula.formula')}
          lines={2}
          value={formula}
          before="let x = "
          faultAt={fault && fault.at !== null ? fault.at : null}
          describedBy={fault ? faultId : undefined}
          onChange={(typed) => {
            setDraft(typed);
            onChange({ ...step, formula: formulaOf(typed) });
          }}
          onDone={() => setDraft(null)}
        />
      </div>
      {fault ? (
        <p id={faultId} className="field-fault warn" role="alert">
          {fault.at === null ? fault.message : t('form.fault', { message: fault.message, at: wholeText(fault.at + 1) })}
        </p>
      ) : (
        step.columnId !== '' && <Sample columnId={step.columnId} />
      )}
    </>
  );
}

/** The value for the row under the cursor, and the share of missing values. */
function Sample({ columnId }: { readonly columnId: string }) {
  const t = useT();
  const { cursor, frame } = useSnapshot(state);
  const column = useValues(columnId);
  if (column?.kind !== 'number' || !frame) return <p className="form-note" aria-busy="true" />;
  const row = cursor?.row ?? frame.rows[0];
  const value = row === undefined ? Number.NaN : (column.values[row] ?? Number.NaN);
  const missing = column.values.reduce((count, each) => count + (Number.isNaN(each) ? 1 : 0), 0);
  return (
    <p className="form-note">
      {row !== undefined && (
        <span>
          {t('formula.sample', {
            symbol: textValue(frame, 'symbol', row),
            value: Number.isNaN(value) ? '—' : figureText(value),
          })}
        </span>
      )}
      <span>
        {t('formula.missing', { share: percentWords(column.values.length === 0 ? 0 : missing / column.values.length) })}
      </span>
    </p>
  );
}

/** Values of the painted version, refreshed with each result. */
function useValues(columnId: string): ColumnValues | undefined {
  const { frame } = useSnapshot(state);
  const { answer } = useAnswer('column', () => frame && { id: columnId }, [columnId, frame]);
  return answer?.version === frame?.version ? answer?.column : undefined;
}

export const letPage = {
  section: 'columns',
  blanks: { addFormula: letStep({ columnId: '', formula: '' }) },
  sentence: ({ columnId, formula }) => t('sentence.let', { column: columnId || '…', formula: formula || '…' }),
  Form: FormulaForm,
} as const satisfies StepPage<LetStep>;
