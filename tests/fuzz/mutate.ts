import type { Random } from '../random.ts';

/** Longest input that mutation lets grow, in characters or bytes. */
const LENGTH_MAX = 4096;
const NASTY_TEXTS = [
  '',
  '\0',
  '\uFEFF',
  '\u202E',
  '\uD800',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '{"__proto__":{"polluted":1}}',
  '1e999',
  '-0',
  'NaN',
  'Infinity',
  '9007199254740993',
  '0.1e-400',
  '../../etc/passwd',
  '%00',
  '%F0%9F%92%A9',
  '((((((((',
  '))))))))',
  '""""',
  '````',
  '\\\\\\"',
  '|||',
  ',,,,',
  '=cmd()',
  '<script>',
  '\n\r\t',
];
const NASTY_BYTES = [0, 1, 9, 10, 13, 0x22, 0x2c, 0x7f, 0x80, 0xc0, 0xfe, 0xff];

/** One to eight changes of a text: a piece dropped, doubled, moved or put in from another input, a word of the language or a nasty one, a character. */
export function mutateText(random: Random, text: string, others: readonly string[], words: readonly string[]): string {
  let changed = text;
  for (let change = 1 + random.below(8); change > 0; change--) {
    const at = random.below(changed.length + 1);
    const length = random.below(Math.min(40, changed.length - at + 1));
    const [head, piece, tail] = [changed.slice(0, at), changed.slice(at, at + length), changed.slice(at + length)];
    const other = others.length > 0 ? random.pick(others) : '';
    const from = random.below(other.length + 1);
    changed = [
      () => head + tail,
      () => head + piece + piece + tail,
      () => tail + head + piece,
      () => head + other.slice(from, from + 1 + random.below(60)) + tail,
      () => head + (words.length > 0 ? random.pick(words) : '') + tail,
      () => head + random.pick(NASTY_TEXTS) + tail,
      () => head + String.fromCharCode(random.chance(0.9) ? 32 + random.below(95) : random.below(65_536)) + tail,
      () => head + String(Math.round((random.next() - 0.5) * 10 ** random.below(20)) / 10 ** random.below(6)) + tail,
    ][random.below(8)]!();
  }
  return changed.slice(0, LENGTH_MAX);
}

/** One to eight changes of bytes. */
export function mutateBytes(random: Random, bytes: Uint8Array, others: readonly Uint8Array[]): Uint8Array {
  let changed: Uint8Array = bytes.slice(0, LENGTH_MAX);
  const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  for (let change = 1 + random.below(8); change > 0; change--) {
    const at = random.below(changed.length + 1);
    const length = random.below(Math.min(64, changed.length - at + 1));
    const [head, piece, tail] = [changed.subarray(0, at), changed.subarray(at, at + length), changed.subarray(at + length)];
    const other = others.length > 0 ? random.pick(others) : changed;
    const from = random.below(other.length + 1);
    changed = [
      () => joined(head, tail),
      () => joined(head, piece, piece, tail),
      () => joined(head, other.subarray(from, from + 1 + random.below(64)), tail),
      () => joined(head, Uint8Array.of(random.pick(NASTY_BYTES)), tail),
      () => head.slice(),
      () => {
        const flipped = changed.slice();
        if (at < flipped.length) flipped[at]! ^= 1 << random.below(8);
        return flipped;
      },
      () => {
        const numbers = changed.slice();
        const value = random.pick([0, 1, -1, 0x7fffffff, 0xffff, random.below(2 ** 31)]);
        if (at + 4 <= numbers.length) new DataView(numbers.buffer).setInt32(at, value, random.chance(0.5));
        return numbers;
      },
    ][random.below(7)]!();
  }
  return changed.slice(0, LENGTH_MAX);
}
