import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Column } from '../../catalogue/column.ts';
import { MISSING_TEXT } from '../../catalogue/display.ts';
import type { Change, Move, Passage } from '../../engine/answers/since.ts';
import type { Step } from '../../engine/steps/registry.ts';
import { knowingFormulas } from '../../engine/table/formulas.ts';
import { useT } from '../../shell/i18n.ts';
import { momentText } from '../../shell/Moment.tsx';
import { NameButton } from '../controls/buttons.tsx';
import { More } from '../controls/More.tsx';
import { showDetail } from '../rows/chosen.ts';
import { figureIn } from '../rows/values.ts';
import { columnOf, state } from '../state/store.ts';
import { categoryText, columnLabel, countryName, dayText, wholeText } from '../state/words.ts';
import { sentence } from '../steps/sentence.ts';
import { type Difference, differenceOf, faultWords } from './saved.ts';

/** Maximum of listed securities; the remainder is counted. */
const LISTED_MAX = 100;

interface SincePanelProps {
  readonly id: string;
  /** Another save requests the difference again. */
  readonly savedAt: number | null;
}

/** Changes since the open screen was saved: entered, left, moved, and why. */
export function SincePanel({ id, savedAt }: SincePanelProps) {
  const t = useT();
  const { found, fault } = useDifference(id, savedAt);
  if (fault !== null) return <p className="warn">{fault}</p>;
  if (!found) return <p className="panel-hint">{t('receipt.waiting')}</p>;
  if (found.kind === 'gone') return <p className="warn">{t('saved.gone')}</p>;
  const { screen } = found;
  const title = t('saved.since', { name: screen.name, date: momentText(screen.savedAt) });
  if (found.kind === 'corrupt') return <p className="warn">{t('saved.corrupt', { name: screen.name })}</p>;
  const { since, steps } = found;
  const { entered, left, moved } = since;
  const figures = { entered: wholeText(entered.length), left: wholeText(left.length), moved: wholeText(moved.length) };
  return (
    <section className="since" aria-label={title}>
      <h3>{title}</h3>
      <p>
        {dates(since.before.dataDate, since.after.dataDate)} <strong>{t('difference.rows', figures)}</strong>
      </p>
      {since.before.digest === since.after.digest && <p className="panel-hint">{t('saved.unchanged')}</p>}
      <Passages title={t('saved.entered')} passages={entered} steps={steps} isEntered />
      <Passages title={t('saved.left')} passages={left} steps={steps} isEntered={false} />
      <Moves moved={moved} />
    </section>
  );
}

function dates(before: string | null, after: string | null): string {
  const [then, now] = [before, after].map((date) => (date === null ? MISSING_TEXT : dayText(Date.parse(date) / 1000)));
  return `${then} → ${now}`;
}

interface PassagesProps {
  readonly title: string;
  readonly passages: readonly Passage[];
  readonly steps: readonly Step[];
  readonly isEntered: boolean;
}

function Passages({ title, passages, steps, isEntered }: PassagesProps) {
  if (passages.length === 0) return null;
  return (
    <>
      <h4>{`${title}: ${wholeText(passages.length)}`}</h4>
      <ul>
        {passages.slice(0, LISTED_MAX).map((passage) => (
          <li key={`${passage.symbol} ${passage.country}`}>
            <Security {...passage} />
            <Why passage={passage} steps={steps} isEntered={isEntered} />
          </li>
        ))}
      </ul>
      <More count={passages.length} max={LISTED_MAX} />
    </>
  );
}

function Security({ symbol, country, row }: Pick<Passage, 'symbol' | 'country' | 'row'>) {
  const name = country === '' ? '' : countryName(country);
  if (row === null)
    return (
      <strong title={name}>
        <bdi>{symbol}</bdi>
      </strong>
    );
  return (
    <NameButton title={name} onClick={() => showDetail(row)}>
      <bdi>{symbol}</bdi>
    </NameButton>
  );
}

/** The responsible step and its values, before and after. */
function Why({
  passage,
  steps,
  isEntered,
}: {
  readonly passage: Passage;
  readonly steps: readonly Step[];
  readonly isEntered: boolean;
}) {
  const t = useT();
  const { step, changes, currencies, placeBefore, placeAfter } = passage;
  if (step === null) return <p>{t(isEntered ? 'saved.isNew' : 'saved.isGone')}</p>;
  const known = knowingFormulas(steps, columnOf);
  const at = steps[step];
  const holes = { place: wholeText(step + 1), step: at ? sentence(at, known) : '' };
  return (
    <>
      <p>{t(isEntered ? 'saved.nowPasses' : 'saved.dropped', holes)}</p>
      {changes.map((change) => (
        <p key={change.columnId} className="quiet">
          {changeWords(change, currencies, known(change.columnId))}
        </p>
      ))}
      {(placeBefore !== null || placeAfter !== null) && (
        <p className="quiet">{t('saved.place', { before: placeText(placeBefore), after: placeText(placeAfter) })}</p>
      )}
    </>
  );
}

function placeText(place: number | null): string {
  return place === null ? MISSING_TEXT : wholeText(place);
}

export function changeWords(
  { columnId, before, after }: Change,
  currencies: Passage['currencies'],
  column: Column | undefined,
): string {
  const words = (value: number | string | null, currency: string): string => {
    if (value === null || value === '' || Number.isNaN(value)) return MISSING_TEXT;
    return typeof value === 'string' ? categoryText(columnId, value) : figureIn(column, value, currency);
  };
  return `${columnLabel(columnId)}: ${words(before, currencies[0])} → ${words(after, currencies[1])}`;
}

function Moves({ moved }: { readonly moved: readonly Move[] }) {
  const t = useT();
  if (moved.length === 0) return null;
  return (
    <>
      <h4>{`${t('saved.moved')}: ${wholeText(moved.length)}`}</h4>
      <ul>
        {moved.slice(0, LISTED_MAX).map((move) => (
          <li key={move.row}>
            <Security {...move} />
            <p className="quiet">{t('saved.place', { before: wholeText(move.from), after: wholeText(move.to) })}</p>
          </li>
        ))}
      </ul>
      <More count={moved.length} max={LISTED_MAX} />
    </>
  );
}

/** Refreshed when the data changes or the screen is saved again. */
function useDifference(id: string, savedAt: number | null): { found: Difference | null; fault: string | null } {
  const { universe } = useSnapshot(state);
  const [found, setFound] = useState<{ found: Difference | null; fault: string | null }>({ found: null, fault: null });
  const isReady = !universe.loading && universe.rowCount > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data and new saves change the difference
  useEffect(() => {
    if (!isReady) return;
    let isWanted = true;
    setFound({ found: null, fault: null });
    differenceOf(id).then(
      (difference) => isWanted && setFound({ found: difference, fault: null }),
      (error: unknown) => isWanted && setFound({ found: null, fault: faultWords(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [id, savedAt, isReady, universe.version]);
  return found;
}
