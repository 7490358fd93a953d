import { describe, expect, it } from 'vitest';
import { textOfBytes } from '../../src/screener/watchlists/fileText.ts';

const TEXT = 'Stück;€\nSAP;1,5';

describe('the text of a file', () => {
  it('is that of UTF-8 with and without a byte order mark', () => {
    expect(textOfBytes(Buffer.from(TEXT))).toBe(TEXT);
    expect(textOfBytes(Buffer.from(`\ufeff${TEXT}`))).toBe(TEXT);
    expect(textOfBytes(new Uint8Array())).toBe('');
  });

  it('is that of UTF-16 in both byte orders', () => {
    const wide = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
    expect(textOfBytes(wide)).toBe(TEXT);
    expect(textOfBytes(Buffer.from(wide).swap16())).toBe(TEXT);
  });

  it('is that of Windows-1252 where it is no UTF-8', () => {
    expect(textOfBytes(Uint8Array.from('Stück;1', (char) => char.charCodeAt(0)))).toBe('Stück;1');
  });
});
