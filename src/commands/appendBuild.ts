/** Appends the build just published to a history. */
import { DAY_MS, dayOfIso, isoDay } from '../ingest/formats/day.ts';
import { appendPublished, type PublishedCountry } from '../ingest/history/appendPublished.ts';
import { openPublished } from '../server/published.ts';
import { readCountries, readPositions } from '../wire/calls.ts';
import { readIndexing } from '../wire/indexing.ts';

/**
 * @param out address of the build
 * @param asOf ISO date of the build; today (UTC) by default
 */
export async function appendBuild(
  history: string,
  out: string,
  asOf: string | undefined,
): Promise<{ readonly date: string; readonly digest: string }> {
  const published = openPublished(out);
  const json = async (call: string): Promise<unknown> => JSON.parse(new TextDecoder().decode(await published.readAnswer(call)));
  const header = readPositions(await json('header-index'), 'header-index');
  const countries: PublishedCountry[] = [];
  for (const { country } of readCountries(await json('countries')))
    countries.push({
      indexing: readIndexing(await json(`vector-indexing/${country}`), header),
      vector: await published.readAnswer(`vector/${country}`),
    });
  const day = asOf === undefined ? Math.floor(Date.now() / DAY_MS) : dayOfIso(asOf);
  const note = countries.map(({ indexing }) => indexing.note).find((each) => each !== null) ?? null;
  return { date: isoDay(day), digest: await appendPublished(history, countries, day, note) };
}
