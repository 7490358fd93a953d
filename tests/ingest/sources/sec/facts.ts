import { isoDay } from '../../../../src/ingest/formats/day.ts';
import type { Fact } from '../../../../src/ingest/sources/sec/fact.ts';
import { dayOfIso } from '../../../../src/ingest/sources/sec/fact.ts';

/** A fact in words: `tag start..end value unit filed form`, without `start..` for a figure of a day. */
export function fact(text: string): Fact {
  const [tag = '', period = '', value, unit = '', filed = '', form = '10-Q'] = text.split(' ');
  const [start, end] = period.includes('..') ? period.split('..') : [undefined, period];
  const day = dayOfIso(filed);
  return {
    tag,
    start: start === undefined ? Number.NaN : dayOfIso(start),
    end: dayOfIso(end),
    value: Number(value),
    unit,
    filed: day,
    accession: `0000000001-${filed}-${form}`,
    form,
  };
}

/** Facts as the file of a company holds them. */
export function companyFacts(cik: number, name: string, facts: readonly Fact[]): object {
  const taxonomies: Record<string, Record<string, { label: string; units: Record<string, object[]> }>> = {};
  for (const { tag, start, end, value, unit, filed, accession, form } of facts) {
    const [taxonomy, local] = tag.includes(':') ? (tag.split(':') as [string, string]) : ['us-gaap', tag];
    taxonomies[taxonomy] ??= {};
    taxonomies[taxonomy][local] ??= { label: local, units: {} };
    const { units } = taxonomies[taxonomy][local];
    units[unit] ??= [];
    units[unit].push({
      ...(Number.isNaN(start) ? {} : { start: isoDay(start) }),
      end: isoDay(end),
      val: value,
      accn: accession,
      fy: 1999,
      fp: 'Q9',
      form,
      filed: isoDay(filed),
    });
  }
  return { cik, entityName: name, facts: taxonomies };
}
