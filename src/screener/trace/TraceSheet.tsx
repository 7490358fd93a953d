import './trace.css';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TraceReport } from '../../engine/answers/traceReport.ts';
import { isGroup } from '../../engine/steps/group.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { ColumnValues } from '../../engine/table/columnValues.ts';
import { useT } from '../../shell/i18n.ts';
import { Sheet } from '../frame/Sheet.tsx';
import { currentRows } from '../rows/chosen.ts';
import { type FoundRow, rowsOfIsin, searchRows } from '../rows/search.ts';
import { showTrace } from '../rows/showTrace.ts';
import { textValue } from '../rows/values.ts';
import { useAnswer } from '../state/answers.ts';
import { appliedKeys, engine } from '../state/engine.ts';
import { asRef, columnOf, type Frame, state } from '../state/store.ts';
import { wholeText } from '../state/words.ts';
import { goToStep } from '../steps/edit.ts';
import { sentence } from '../steps/sentence.ts';
import { withFormulaColumns } from '../steps/standing.ts';
import { DatesOfSecurity } from './DatesOfSecurity.tsx';
import { reasons, stepVerdict } from './trace.ts';

/** Securities offered for what is typed. */
const FOUND_MAX = 8;

/** Where is X: find a security, and see at which step it left, and why. */
export function TraceSheet() {
  const t = useT();
  const { frame, traced, history } = useSnapshot(state);
  const [row] = currentRows(traced, frame?.version);
  const id = useTracedId(frame, row);
  return (
    <Sheet title={t('trace.title')}>
      <div className="trace">
        <Finder frame={frame} />
        {frame && row !== undefined && <TraceLines frame={frame} row={row} />}
        {frame?.date != null && row === undefined && id !== null && (
          <p role="status">{t('trace.notListedNow', { security: id })}</p>
        )}
        {frame?.date != null && id !== null && <DatesOfSecurity id={id} />}
        {frame?.date === null && row !== undefined && history.status === 'there' && (
          <p className="panel-hint">{t('trace.datesHint')}</p>
        )}
      </div>
    </Sheet>
  );
}

/** The id of the traced security, by which it is found again at another date; null where it has none. */
function useTracedId(frame: Frame | null, row: number | undefined): string | null {
  const [id, setId] = useState<string | null>(null);
  const [version, isDated] = [frame?.version, frame?.date != null];
  useEffect(() => {
    if (version === undefined || !isDated) return;
    let isWanted = true;
    if (row !== undefined)
      engine()
        .ask('text', { version, row, id: 'id' })
        .done.then(
          ({ text }) => isWanted && setId(text || null),
          () => {},
        );
    else if (id !== null)
      engine()
        .ask('column', { id: 'id' })
        .done.then(
          ({ version: of, column }) => {
            if (!isWanted || of !== version || column.kind !== 'text') return;
            const code = column.labels.indexOf(id);
            const found = code > 0 ? column.codes.indexOf(code) : -1;
            if (found >= 0) state.traced = asRef({ version, rows: [found] });
          },
          () => {},
        );
    return () => {
      isWanted = false;
    };
  }, [version, isDated, row, id]);
  return id;
}

function Finder({ frame }: { readonly frame: Frame | null }) {
  const t = useT();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const isins = useIsins(frame);
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads the painted frame
  const found = useMemo(() => find(text, isins), [text, isins, frame]);
  // The sheet puts the focus on its head first.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus());
    return () => clearTimeout(timer);
  }, []);

  const choose = (chosen: FoundRow | undefined): void => {
    if (!chosen) return;
    showTrace(chosen.row);
    setText('');
    setPlace(0);
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setPlace(Math.max(0, Math.min(found.length - 1, place + by)));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(found[place]);
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      setText('');
    }
  };
  const current = found[place];
  return (
    <div className="trace-finder">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t('trace.search')}
        placeholder={t('trace.search')}
        aria-expanded={found.length > 0}
        aria-controls="trace-found"
        aria-autocomplete="list"
        aria-activedescendant={current ? `where-${current.row}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPlace(0);
        }}
        onKeyDown={pressed}
      />
      <div id="trace-found" role="listbox" className="trace-found" aria-label={t('palette.found')} hidden={found.length === 0}>
        {found.map((each) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and takes the keys
          <div
            key={each.row}
            id={`where-${each.row}`}
            role="option"
            tabIndex={-1}
            aria-selected={each === current}
            className="trace-row"
            onClick={() => choose(each)}
          >
            <strong>{each.symbol}</strong>
            <span>{each.name}</span>
            <span className="trace-note">{each.position < 0 ? t('palette.notInResult') : ''}</span>
          </div>
        ))}
      </div>
      {text.trim() !== '' && found.length === 0 && <p className="panel-hint">{t('palette.nothing')}</p>}
    </div>
  );
}

function find(text: string, isins: ColumnValues | undefined): readonly FoundRow[] {
  const rows = rowsOfIsin(isins, text.trim());
  const { frame } = state;
  if (rows.length === 0 || !frame) return searchRows(text, FOUND_MAX);
  return rows.map((row) => ({
    row,
    symbol: textValue(frame, 'symbol', row),
    name: textValue(frame, 'name', row),
    position: frame.rows.indexOf(row),
  }));
}

/** The ISINs of the painted version. */
function useIsins(frame: Frame | null): ColumnValues | undefined {
  const version = frame?.version;
  const { answer } = useAnswer('column', () => (version === undefined ? null : { id: 'isin' }), [version]);
  return answer?.version === version ? answer?.column : undefined;
}

function TraceLines({ frame, row }: { readonly frame: Frame; readonly row: number }) {
  const t = useT();
  const { steps } = useSnapshot(state);
  const trace = useTrace(frame, row);
  const symbol = textValue(frame, 'symbol', row);
  const keys = appliedKeys();
  const known = withFormulaColumns(steps, columnOf);
  const entries = keys.flatMap((key) => steps.find((entry) => entry.key === key) ?? []);
  // While an edit is under way, the steps and the answer are of two lists.
  if (!trace || entries.length !== keys.length || !isAbout(trace, entries.length))
    return <div className="trace-steps" aria-busy="true" />;
  const { leftAt, rank, kept } = trace;
  const verdictText =
    leftAt === null
      ? t('trace.in', { symbol, rank: wholeText(rank ?? 0), total: wholeText(kept ?? 0) })
      : t('trace.left', { symbol, place: wholeText(leftAt + 1), total: wholeText(entries.length) });
  return (
    <section className="trace-steps" aria-label={symbol}>
      <h3>
        {symbol} <span>{textValue(frame, 'name', row)}</span>
      </h3>
      <p role="status">{verdictText}</p>
      <ol>
        {entries.map((entry, place) => {
          const verdict = stepVerdict(trace, place);
          return (
            <li key={entry.key} data-verdict={verdict}>
              <span className="trace-verdict">{t(`verdict.${verdict}`)}</span>
              <div>
                <button type="button" className="trace-step" onClick={() => goToStep(entry.key)}>
                  {sentence(entry.step, known)}
                </button>
                {verdict === 'left' && <Reasons trace={trace} step={entry.step} currency={textValue(frame, 'currency', row)} />}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
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
    <ul className="trace-why">
      {reasons(trace, step, known, currency).map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
      {members.map((member, place) => {
        const verdict = trace.members[place];
        return verdict ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a member is its place
          <li key={place}>{t('trace.member', { filter: sentence(member, known), verdict: t(`member.${verdict}`) })}</li>
        ) : null;
      })}
    </ul>
  );
}

/** What became of the row, of the painted version; asked for again with each result. Null until it is known. */
function useTrace(frame: Frame, row: number): TraceReport | null {
  const { answer, isCurrent } = useAnswer('trace', () => ({ row, version: frame.version }), [frame, row]);
  return isCurrent ? (answer?.trace ?? null) : null;
}
