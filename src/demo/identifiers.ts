import type { Random } from './random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
/** CUSIPs omit I and O, which look like digits. */
const CUSIP_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function draw(characters: string, length: number, random: Random): string {
  let text = '';
  for (let at = 0; at < length; at++) text += characters[random.whole(characters.length)];
  return text;
}

/** 0 to 9, then A = 10 to Z = 35. */
const digitValue = (character: string): number =>
  character >= 'A' ? character.charCodeAt(0) - 55 : character.charCodeAt(0) - 48;

/** Check digit for the first eight characters of a CUSIP. */
export function cusipCheckDigit(base: string): number {
  let sum = 0;
  for (let at = 0; at < base.length; at++) {
    const value = digitValue(base[at] ?? '0') * (at % 2 === 1 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10;
}

/** Check digit for the first eleven characters of an ISIN: Luhn's algorithm over their digits. */
export function isinCheckDigit(base: string): number {
  const digits = [...base].map(digitValue).join('');
  let sum = 0;
  for (let back = 0; back < digits.length; back++) {
    const value = Number(digits[digits.length - 1 - back]) * (back % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10;
}

/** A CUSIP with issuer number 99…, the range reserved for private use. */
export function drawCusip(random: Random): string {
  const base = `99${draw(DIGITS, 1, random)}${draw(CUSIP_CHARACTERS, 3, random)}${draw(CUSIP_CHARACTERS, 2, random)}`;
  return base + cusipCheckDigit(base);
}

/** The ISIN for a nine-character national number. */
export function isinOf(country: string, national: string): string {
  const base = country + national;
  return base + isinCheckDigit(base);
}

/** A synthetic national number for an ISIN. */
export function drawNational(random: Random): string {
  return draw(DIGITS, 3, random) + draw(LETTERS, 2, random) + draw(DIGITS, 4, random);
}

/** A ten-digit Central Index Key above those in use. */
export function drawCik(random: Random): string {
  return `09${draw(DIGITS, 8, random)}`;
}

/** Formats of a market's symbols: `*` is a letter of the name, `?` any letter, `#` a digit; other characters are literal. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  NASDAQ: ['****', '***?', '****', '****?'],
  NYSE: ['***', '**', '***', '***?'],
  AMEX: ['***', '***?', '****'],
  PNK: ['****', '****?', '***??'],
  TSX: ['***', '***?', '****', '**?'],
  LSE: ['***', '****', '***?'],
  XETRA: ['***', '**#', '***#', '*?##'],
  EURONEXT: ['***', '****', '*****', '**?*'],
  ASX: ['***', '**?', '*??', '?*#'],
  NSE: ['********', '******', '*****', '*******?'],
  BSE: ['5#####'],
  HKSE: ['0###', '####', '####', '8####'],
  JPX: ['####', '####', '###A', '###?'],
  SHH: ['600###', '601###', '603###', '605###', '688###'],
  SHZ: ['000###', '002###', '300###', '301###', '001###'],
};
const DIGIT_COUNTRIES: Readonly<Record<string, string>> = { KR: '######', TW: '####', MY: '####', SA: '####' };
const LETTER_FORMS = ['****', '***', '****?', '***??'];

function fill(form: string, name: string, random: Random): string {
  let text = '';
  let at = 0;
  for (const mark of form) {
    if (mark === '*') {
      text += name[at] ?? draw(LETTERS, 1, random);
      at += 1 + (name.length - at > form.length ? random.whole(2) : 0);
    } else if (mark === '?') text += draw(LETTERS, 1, random);
    else if (mark === '#') text += draw(DIGITS, 1, random);
    else text += mark;
  }
  return text;
}

/** Generates symbols that are unique on their market. */
export interface Symbols {
  /** @param exchange null for a market that the catalogue lacks; the symbol then includes the country @param ending last letter, such as Y for a depositary receipt */
  draw(exchange: string | null, country: string, root: string, random: Random, ending?: string): string;
}

export function createSymbols(): Symbols {
  const taken = new Map<string, Set<string>>();
  return {
    draw(exchange, country, root, random, ending = '') {
      const market = exchange ?? country;
      const used = taken.get(market) ?? new Set<string>();
      taken.set(market, used);
      const name = root.toUpperCase().replaceAll(/[^A-Z]/g, '');
      const digits = DIGIT_COUNTRIES[country];
      const forms = exchange ? (FORMS[exchange] ?? LETTER_FORMS) : digits ? [digits] : LETTER_FORMS;
      for (let attempt = 0; ; attempt++) {
        const form = (ending ? '****' : forms[attempt === 0 ? 0 : random.whole(forms.length)]) ?? '****';
        // Longer symbols for a crowded market.
        const longer = attempt > 20 ? (/\*/.test(form) ? '?'.repeat(Math.floor(attempt / 20)) : '#') : '';
        const symbol = fill(form + longer, name, random) + ending;
        if (used.has(symbol)) continue;
        used.add(symbol);
        return exchange ? symbol : `${symbol}.${country}`;
      }
    },
  };
}
