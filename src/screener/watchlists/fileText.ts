/** The text of a file as spreadsheets write them: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
export function textOfBytes(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isWide) return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: what spreadsheets in Western languages write by default.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
