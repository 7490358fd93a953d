/** Parses a CIK, given as a number or as digits. */

export function cikOf(value: unknown): number | null {
  const cik = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : 0;
  return Number.isSafeInteger(cik) && cik > 0 ? cik : null;
}

export function readCik(value: unknown): number {
  const cik = cikOf(value);
  if (cik === null) throw new Error(`cik: ${JSON.stringify(value)?.slice(0, 40)} is not a company number`);
  return cik;
}
