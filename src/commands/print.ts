/** The way to standard output and standard error. Data come from anywhere: nothing in them steers a terminal. */

/** Control characters but for the tab and the line feed, and the marks that turn the direction of a text. */
const STEERING = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const REPLACEMENT = '\ufffd';
const HEX_RADIX = 16;
const ESCAPE_DIGITS = 4;

/** The text with U+FFFD in place of every character that steers a terminal. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(STEERING, REPLACEMENT);
}

/** The same value as JSON, with an escape in place of every such character. */
export function printableJson(json: string): string {
  return json.replaceAll(STEERING, (char) => `\\u${char.charCodeAt(0).toString(HEX_RADIX).padStart(ESCAPE_DIGITS, '0')}`);
}

/** Writes to standard output, to a terminal or not. Resolves when there is room for more. */
export async function print(text: string, format = 'text'): Promise<void> {
  const safe = format === 'json' ? printableJson(text) : printable(text);
  if (!process.stdout.write(safe)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

/** Writes one line to standard error. */
export function say(line: string): void {
  process.stderr.write(`${printable(line).replaceAll('\n', ' ')}\n`);
}
