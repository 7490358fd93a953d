/** Reads a company's file of facts from data.sec.gov/api/xbrl/companyfacts or companyfacts.zip. */

import { readCik } from './cik.ts';
import { dayOfIso, type Fact } from './fact.ts';
import { type Json, record } from './json.ts';
import { TAGS } from './rule.ts';

export interface CompanyFacts {
  readonly cik: number;
  readonly name: string;
  readonly facts: readonly Fact[];
  /** Counts of invalid entries by reason. */
  readonly dropped: ReadonlyMap<string, number>;
}

const TAXONOMIES = ['us-gaap', 'ifrs-full', 'dei'];

/**
 * Keeps only tags that a column uses.
 * @throws with the position of an unexpected structure
 */
export function readCompanyFacts(text: string): CompanyFacts {
  const root = record(JSON.parse(text), 'the file');
  const cik = readCik(root.cik);
  const taxonomies = record(root.facts, 'facts');
  const facts: Fact[] = [];
  const dropped = new Map<string, number>();
  for (const taxonomy of TAXONOMIES) {
    if (taxonomies[taxonomy] === undefined) continue;
    for (const [name, concept] of Object.entries(record(taxonomies[taxonomy], `facts.${taxonomy}`))) {
      const tag = taxonomy === 'us-gaap' ? name : `${taxonomy}:${name}`;
      if (!TAGS.has(tag)) continue;
      const place = `facts.${taxonomy}.${name}`;
      for (const [unit, entries] of Object.entries(record(record(concept, place).units, `${place}.units`))) {
        if (!Array.isArray(entries)) throw new Error(`${place}.units.${unit} is not an array`);
        for (const entry of entries as unknown[]) addFact(tag, unit, entry, facts, dropped);
      }
    }
  }
  return { cik, name: typeof root.entityName === 'string' ? root.entityName : '', facts, dropped };
}

function addFact(tag: string, unit: string, entry: unknown, facts: Fact[], dropped: Map<string, number>): void {
  const { start, end, val, filed, accn, form } = (entry ?? {}) as Json;
  const reason = ((): string | null => {
    if (typeof val !== 'number' || !Number.isFinite(val)) return 'a fact without a number';
    const [first, last, day] = [start === undefined ? Number.NaN : dayOfIso(start), dayOfIso(end), dayOfIso(filed)];
    if (Number.isNaN(last) || Number.isNaN(day) || (start !== undefined && Number.isNaN(first))) return 'a fact without a date';
    if (first > last) return 'a fact of a period that ends before it begins';
    if (last > day) return 'a fact of a period that ends after it was filed';
    const [accession, kind] = [typeof accn === 'string' ? accn : '', typeof form === 'string' ? form : ''];
    facts.push({ tag, unit, start: first, end: last, value: val, filed: day, accession, form: kind });
    return null;
  })();
  if (reason !== null) dropped.set(reason, (dropped.get(reason) ?? 0) + 1);
}
