/** Reads a company's submissions file: its identity, listings, and the periods of its filings. */

import { decimalOf } from '../../formats/decimal.ts';
import { listedCountry } from '../../join/codes/domiciles.ts';
import { readCik } from './cik.ts';
import { dayOfIso, isAnnualForm } from './fact.ts';
import { type Json, record } from './json.ts';
import { countryOfPlace } from './places.ts';
import { sectorOf } from './sectors.ts';

/** The exchange is the SEC's name, or empty. */
export interface Listing {
  readonly symbol: string;
  readonly exchange: string;
}

export interface Filing {
  readonly accession: string;
  readonly filed: number;
  readonly period: number;
}

export interface Submissions {
  readonly cik: number;
  readonly name: string;
  readonly listings: readonly Listing[];
  /** ISO 3166-1 alpha-2 code of its offices. */
  readonly country: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  /** Number of the month in which the fiscal year ends. */
  readonly fiscalYearEnd: number | null;
  readonly website: string | null;
  readonly address: string | null;
  readonly filings: readonly Filing[];
  /** Names of the pages with older filings. */
  readonly pages: readonly string[];
}

const SYMBOL = /^[A-Za-z0-9][A-Za-z0-9.\-=^+$]{0,15}$/;
const QUARTER_FORM = /^10-QT?(\/A)?$/;

export function isSymbol(text: string): boolean {
  return SYMBOL.test(text) && !text.includes('..');
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((text) => (typeof text === 'string' ? text : '')) : [];
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** Throws with the position of an unexpected structure. */
export function readSubmissions(text: string): Submissions {
  const root = record(JSON.parse(text), 'the file');
  const cik = readCik(root.cik);
  const filings = record(root.filings ?? {}, 'filings');
  const exchanges = texts(root.exchanges);
  const sic = sectorOf(typeof root.sic === 'string' || typeof root.sic === 'number' ? decimalOf(String(root.sic)) : Number.NaN);
  const addresses = record(root.addresses ?? {}, 'addresses') as Readonly<Record<string, Json | undefined>>;
  const recent = record(filings.recent ?? {}, 'filings.recent');
  return {
    cik,
    name: textOf(root.name) ?? '',
    listings: texts(root.tickers).map((symbol, index) => ({
      symbol: symbol.trim().toUpperCase(),
      exchange: exchanges[index] ?? '',
    })),
    country: countryOf(addresses, root.stateOfIncorporation),
    sector: sic?.sector ?? null,
    industry: sic?.industry ?? textOf(root.sicDescription),
    fiscalYearEnd: yearEndOf(textOf(root.fiscalYearEnd) ?? ''),
    website: textOf(root.website),
    address: addressOf(addresses.business ?? addresses.mailing),
    filings: readFilings(recent),
    pages: Array.isArray(filings.files)
      ? filings.files.flatMap((file: unknown) => textOf((file as Json | null)?.name) ?? [])
      : [],
  };
}

/** A 52-week fiscal year that ends in the first days of a month belongs to the previous month. */
const MONTH_DRIFT_DAYS = 7;

/** Month of a fiscal year's end, given as MMDD; null for anything else. */
export function yearEndOf(text: string): number | null {
  const [, month, day] = (/^(\d{2})(\d{2})$/.exec(text) ?? []).map(Number);
  if (month === undefined || day === undefined || month < 1 || month > 12) return null;
  return day > MONTH_DRIFT_DAYS ? month : ((month + 10) % 12) + 1;
}

export function readPage(text: string): Filing[] {
  return readFilings(record(JSON.parse(text), 'the page'));
}

/** Filings that report a period, from columns of equal length. */
function readFilings(columns: Json): Filing[] {
  const [forms, accessions, filed, periods] = ['form', 'accessionNumber', 'filingDate', 'reportDate'].map((id) =>
    texts(columns[id]),
  );
  return forms!.flatMap((form, index) => {
    if (!isAnnualForm(form) && !QUARTER_FORM.test(form)) return [];
    const [day, period] = [dayOfIso(filed![index]), dayOfIso(periods![index])];
    return Number.isNaN(day) || Number.isNaN(period) || period > day
      ? []
      : [{ accession: accessions![index] ?? '', filed: day, period }];
  });
}

/** Country of the offices, otherwise of the mailing address, otherwise of incorporation. */
function countryOf(addresses: Readonly<Record<string, Json | undefined>>, incorporated: unknown): string | null {
  const places = [
    addresses.business?.stateOrCountry,
    addresses.business?.countryCode,
    addresses.mailing?.stateOrCountry,
    addresses.mailing?.countryCode,
    incorporated,
  ];
  for (const place of places) {
    const country = listedCountry(countryOfPlace(textOf(place) ?? ''));
    if (country !== null) return country;
  }
  return null;
}

function addressOf(address: Json | undefined): string | null {
  const lines = ['street1', 'street2', 'city', 'stateOrCountryDescription', 'zipCode'].flatMap(
    (id) => textOf(address?.[id]) ?? [],
  );
  return lines.length === 0 ? null : lines.join(', ');
}
