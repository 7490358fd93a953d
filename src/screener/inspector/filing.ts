/** Links to filings at the SEC. */
import type { LineageFiling } from '../../engine/answers/lineage.ts';

const ACCESSION = /^(\d{10})-(\d{2})-(\d{6})$/;

/** URL of a filing's index; null for unknown or invalid numbers. */
export function filingAddress({ accession, cik }: Pick<LineageFiling, 'accession' | 'cik'>): string | null {
  const company = cik.trim().replace(/^0+/, '');
  if (!ACCESSION.test(accession) || !/^\d{1,10}$/.test(company)) return null;
  return `https://www.sec.gov/Archives/edgar/data/${company}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
