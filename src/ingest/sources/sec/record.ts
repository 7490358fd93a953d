/** Converts one company's files. */

import { statementLines } from './company.ts';
import { type CompanyFacts, readCompanyFacts } from './companyfacts.ts';
import type { Record } from './parts.ts';
import { statementsOf } from './statements.ts';
import { type Filing, readPage, readSubmissions, type Submissions } from './submissions.ts';

/** A file's bytes, or the error. */
export interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

export interface CompanyFiles {
  readonly cik: number;
  /** Hash of the files. */
  readonly input: string;
  /** In days since 1970-01-01; nothing filed later is used. */
  readonly asOfDay: number;
  readonly facts: ReadFile | null;
  readonly submissions: ReadFile | null;
  readonly pages: readonly ReadFile[];
}

export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

/** Skips and names unreadable files. */
export function recordOf(files: CompanyFiles): Record {
  const damaged: string[] = [];
  const attempt = <Answer>(file: ReadFile | null, read: (text: string) => Answer): Answer | null => {
    if (!file) return null;
    try {
      if (typeof file.bytes === 'string') throw new Error(file.bytes);
      return read(textOf(file.bytes));
    } catch (error) {
      damaged.push(`${file.name}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };
  const facts = attempt(files.facts, (text) => sameCompany(readCompanyFacts(text), files.cik));
  const submissions = attempt(files.submissions, (text) => sameCompany(readSubmissions(text), files.cik));
  const filings: Filing[] = [...(submissions?.filings ?? [])];
  for (const page of files.pages) filings.push(...(attempt(page, readPage) ?? []));
  return companyRecord(files, facts, submissions, filings, damaged);
}

function sameCompany<Read extends { readonly cik: number }>(read: Read, cik: number): Read {
  if (read.cik !== cik) throw new Error(`it is of company ${read.cik}`);
  return read;
}

function companyRecord(
  { cik, input, asOfDay, pages }: CompanyFiles,
  facts: CompanyFacts | null,
  submissions: Submissions | null,
  filings: readonly Filing[],
  damaged: readonly string[],
): Record {
  const known = (facts?.facts ?? []).filter(({ filed }) => filed <= asOfDay);
  const reported = filings.filter(({ filed }) => filed <= asOfDay);
  const { rows, corrected } = statementsOf(known, new Map(reported.map(({ accession, period }) => [accession, period])));
  const latestOf = (days: Iterable<number>): number => {
    let latest = Number.NEGATIVE_INFINITY;
    for (const day of days) latest = Math.max(latest, day);
    return latest;
  };
  const latest = latestOf([...(facts?.facts ?? []), ...filings].map(({ filed }) => filed));
  const latestPeriod = latestOf([...rows.map(({ day }) => day), ...reported.map(({ period }) => period)]);
  const missingPages = (submissions?.pages ?? []).filter((page) => !pages.some(({ name }) => name === page));
  return {
    input,
    asOf: latest > asOfDay ? asOfDay : null,
    latest: Number.isFinite(latest) ? latest : 0,
    statements: statementLines(rows),
    company: {
      cik,
      name: submissions?.name || (facts?.name ?? ''),
      listings: submissions?.listings ?? [],
      country: submissions?.country ?? null,
      sector: submissions?.sector ?? null,
      industry: submissions?.industry ?? null,
      fiscalYearEnd: submissions?.fiscalYearEnd ?? null,
      website: submissions?.website ?? null,
      address: submissions?.address ?? null,
      latestPeriod: Number.isFinite(latestPeriod) ? latestPeriod : null,
      filed: Math.max(latestOf([...known, ...reported].map(({ filed }) => filed)), 0),
      rowCount: rows.length,
      damaged,
      remarks: {
        ...Object.fromEntries(facts?.dropped ?? []),
        ...Object.fromEntries(corrected),
        ...(missingPages.length > 0 && { 'a page of older filings is not there': missingPages.length }),
      },
    },
  };
}
