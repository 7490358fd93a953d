/** Maps vendors' country names and codes to ISO 3166-1 alpha-2 codes. */
import { COUNTRIES } from '../../../catalogue/codes.ts';

/** Names that differ from CLDR's, which Node knows. */
const NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  'u.s.a.': 'US',
  uk: 'GB',
  'great britain': 'GB',
  'czech republic': 'CZ',
  turkey: 'TR',
  macau: 'MO',
  'hong kong': 'HK',
  macedonia: 'MK',
  'ivory coast': 'CI',
  myanmar: 'MM',
  'south korea': 'KR',
  'korea, south': 'KR',
  russia: 'RU',
  'russian federation': 'RU',
  vietnam: 'VN',
  'viet nam': 'VN',
};

function codesByName(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return new Map([
    ...COUNTRIES.flatMap(({ code }) => [
      [code.toLowerCase(), code] as const,
      [(english.of(code) ?? code).toLowerCase(), code] as const,
    ]),
    ...Object.entries(NAMES),
  ]);
}
/** Made when the first name is looked up: the names of CLDR take 20 ms to load. */
let codes: ReadonlyMap<string, string> | undefined;
const LISTED: ReadonlySet<string> = new Set(COUNTRIES.map(({ code }) => code));

/** Returns the code of a country in the catalogue, null for any other. */
export function listedCountry(code: string | null | undefined): string | null {
  return code && LISTED.has(code) ? code : null;
}

/** Returns null for an unknown country and for one that the catalogue lacks. */
export function domicileOf(name: string): string | null {
  codes ??= codesByName();
  return listedCountry(codes.get(name.trim().toLowerCase()));
}

/** The issuer's country according to its ISIN, or null: XS, for one, is not a country. */
export function domicileOfIsin(isin: string): string | null {
  return listedCountry(/^([A-Z]{2})[A-Z0-9]{9}\d$/.exec(isin.trim())?.[1]);
}
