/** Where the SEC shows a filing. */
import type { LineageFiling } from '../../engine/answers/lineage.ts';

const ACCESSION = /^(\d{10})-(\d{2})-(\d{6})$/;

/** The index of a filing at the SEC; null where its number or the company's is not known, or is none of the SEC's. */
export function filingAddress({ accession, cik }: Pick<LineageFiling, 'accession' | 'cik'>): string | null {
  const company = cik.trim().replace(/^0+/, '');
  if (!ACCESSION.test(accession) || !/^\d{1,10}$/.test(company)) return null;
  return `https://www.sec.gov/Archives/edgar/data/${company}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
