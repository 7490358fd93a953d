/** Size and age of the server's data. */
import { useEffect, useState } from 'react';
import { latestDate } from '../catalogue/display.ts';
import { fetchAnswer } from '../engine/load/fetchAnswer.ts';
import { BASE } from '../shell/base.ts';

export interface Universe {
  readonly countryCount: number;
  /** Epoch seconds of the newest country; NaN when no country has a date. */
  readonly updated: number;
}

function read(answer: unknown): Universe | null {
  const times = Object.values((answer ?? {}) as Record<string, unknown>).filter((time) => Number.isFinite(time)) as number[];
  return times.length === 0 ? null : { countryCount: times.length, updated: latestDate(times) };
}

/** Null while unknown; the page then leaves the facts out. */
export function useUniverse(): Universe | null {
  const [universe, setUniverse] = useState<Universe | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    fetchAnswer(new URL('api/screener/countries', BASE), gone.signal)
      .then((response) => (response.ok ? response.json() : null))
      .then((answer) => setUniverse(read(answer)))
      .catch(() => {});
    return () => gone.abort();
  }, []);
  return universe;
}
