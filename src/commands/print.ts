/** Output to standard output and standard error, safe for terminals whatever the data contain. */

/** Control characters except tab and line feed, and bidirectional marks. */
const UNSAFE = /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const REPLACEMENT = '\ufffd';
const HEX_RADIX = 16;
const ESCAPE_DIGITS = 4;

/** Replaces unsafe characters by U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, REPLACEMENT);
}

/** Escapes unsafe characters in JSON. */
export function printableJson(json: string): string {
  return json.replaceAll(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(HEX_RADIX).padStart(ESCAPE_DIGITS, '0')}`);
}

/** Writes to standard output. Resolves when it accepts more. */
export async function print(text: string, format = 'text'): Promise<void> {
  const safe = format === 'json' ? printableJson(text) : printable(text);
  if (!process.stdout.write(safe)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

export function say(line: string): void {
  process.stderr.write(`${printable(line).replaceAll('\n', ' ')}\n`);
}
