import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Fate } from '../../engine/answers/overDates.ts';
import type { Step } from '../../engine/steps/registry.ts';
import type { Answered, AtDate } from '../../engine/worker/protocol.ts';
import { t, useT } from '../../shell/i18n.ts';
import { stepsOfDates } from '../asOf/counts.ts';
import { goToDate, placeOf } from '../asOf/dates.ts';
import { HoldOutNote } from '../asOf/HoldOutNote.tsx';
import { isOpenFor, opened } from '../asOf/opened.ts';
import { NameButton } from '../controls/buttons.tsx';
import { clampIndex } from '../frame/clamp.ts';
import { engine } from '../state/engine.ts';
import { presentDate, type StepEntry, state } from '../state/store.ts';
import { warn } from '../state/warn.ts';
import { isoDayText } from '../state/words.ts';
import { fateText, removedText } from './fates.ts';

const HEIGHT_PX = 22;
/** Colors of the removing steps, reused after that. */
const SHADES = 6;

interface Fates {
  readonly key: string;
  readonly steps: readonly Step[];
  readonly atPlace: readonly (AtDate | undefined)[];
}

/** For each date, whether a security is in the result or which step removed it. */
export function DatesOfSecurity({ id }: { readonly id: string }) {
  const t = useT();
  const { history, steps } = useSnapshot(state);
  const fates = useFates(id);
  const [pointed, setPointed] = useState<number | null>(null);
  const place = placeOf(presentDate(steps));
  const count = history.dates.length;
  const told = pointed ?? place;
  const at = (event: PointerEvent<HTMLElement>): number => {
    const { x, width } = event.currentTarget.getBoundingClientRect();
    return clampIndex(Math.floor(((event.clientX - x) / width) * count), count);
  };
  const pressed = (event: KeyboardEvent): void => {
    const own = told ?? count - 1;
    const next = { ArrowLeft: own - 1, ArrowDown: own - 1, ArrowRight: own + 1, ArrowUp: own + 1, Home: 0, End: count - 1 }[
      event.key
    ];
    if (next !== undefined) {
      event.preventDefault();
      setPointed(clampIndex(next, count));
    } else if (event.key === 'Enter' && told !== null) {
      event.preventDefault();
      goToDate(history.dates[told] ?? null);
    }
  };
  const words = (of: number): string =>
    t('trace.atDate', { date: isoDayText(history.dates[of] ?? ''), what: fateText(fates?.atPlace[of], fates?.steps ?? []) });
  return (
    <section className="trace-dates" aria-label={t('trace.dates')}>
      <h3>{t('trace.dates')}</h3>
      <div
        className="trace-strip"
        role="slider"
        tabIndex={0}
        aria-label={t('trace.dates')}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(told ?? count - 1) + 1}
        aria-valuetext={told === null ? '' : words(told)}
        onPointerMove={(event) => setPointed(at(event))}
        onPointerLeave={() => setPointed(null)}
        onPointerDown={(event) => goToDate(history.dates[at(event)] ?? null)}
        onKeyDown={pressed}
      >
        <svg viewBox={`0 0 ${count} ${HEIGHT_PX}`} preserveAspectRatio="none" aria-hidden="true">
          {fates?.atPlace.map((each, of) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dates are identified by position
            <rect key={of} x={of} width={0.9} height={HEIGHT_PX} data-fate={shadeOf(each?.fate ?? null)} />
          ))}
          {told !== null && <rect className="trace-told" x={told} width={0.9} height={HEIGHT_PX} />}
        </svg>
      </div>
      <p role="status" className="trace-told-words">
        {told === null ? '' : words(told)}
      </p>
      <HoldOutNote steps={stepsOfDates(steps as readonly StepEntry[])} />
      <ol className="trace-runs">
        {runsOf(fates?.atPlace ?? []).map(({ from, to, fate }) => (
          <li key={from} className="trace-run">
            <NameButton onClick={() => goToDate(history.dates[from] ?? null)}>
              {`${isoDayText(history.dates[from] ?? '')} – ${isoDayText(history.dates[to] ?? '')}`}
            </NameButton>
            <span data-fate={shadeOf(fate)} className="trace-key" aria-hidden="true" />
            <span>{runText(fate, fates?.steps ?? [])}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Omits values, which differ within a run. */
function runText(fate: Fate, steps: readonly Step[]): string {
  if (fate.kind === 'in') return t('trace.kept');
  if (fate.kind === 'absent') return t('trace.notListed');
  return removedText(steps, fate);
}

function shadeOf(fate: Fate | null): string {
  if (fate === null) return 'unknown';
  return fate.kind === 'left' ? String(fate.step % SHADES) : fate.kind;
}

/** Runs of dates with the same fate. The values are those of the last date. */
function runsOf(atPlace: readonly (AtDate | undefined)[]): { from: number; to: number; fate: Fate }[] {
  const runs: { from: number; to: number; fate: Fate }[] = [];
  for (const [place, at] of atPlace.entries()) {
    if (!at?.fate) continue;
    const last = runs.at(-1);
    const isSame =
      last?.to === place - 1 &&
      last.fate.kind === at.fate.kind &&
      (last.fate.kind !== 'left' || (at.fate.kind === 'left' && last.fate.step === at.fate.step));
    if (isSame && last) {
      last.to = place;
      last.fate = at.fate;
    } else runs.push({ from: place, to: place, fate: at.fate });
  }
  return runs;
}

function useFates(id: string): Fates | null {
  const { steps, history } = useSnapshot(state);
  const [fates, setFates] = useState<Fates | null>(null);
  const own = stepsOfDates(steps as readonly StepEntry[]);
  const isOpen = isOpenFor(own, useSnapshot(opened).for);
  const key = JSON.stringify([id, history.digest, own, isOpen]);
  useEffect(() => {
    let known: Fates = { key, steps: stepsOfDates(state.steps), atPlace: new Array(state.history.dates.length).fill(undefined) };
    const onPart = ({ dates }: Answered<'dateFates'>): void => {
      const atPlace = known.atPlace.slice();
      for (const each of dates) atPlace[each.place] = each;
      known = { ...known, atPlace };
      setFates(known);
    };
    const job = engine().ask('dateFates', { steps: known.steps, isOpen, security: id }, { onPart });
    job.done.catch(warn);
    return job.cancel;
  }, [key, id, isOpen]);
  return fates?.key === key ? fates : null;
}
