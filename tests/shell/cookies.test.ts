// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COOKIES } from '../../src/cookies.ts';
import { isEmbeddedElsewhere, readCookie, writeCookie } from '../../src/shell/cookies.ts';
import { localeOf } from '../../src/shell/locales.ts';
import { Random } from '../random.ts';

const S_PER_DAY = 86_400;
let written: string[] = [];
let sent = '';

beforeEach(() => {
  written = [];
  sent = '';
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => sent);
  vi.spyOn(document, 'cookie', 'set').mockImplementation((line) => written.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const attributes = (line = '') => new Set(line.toLowerCase().split(/;\s*/));

describe('the cookies', () => {
  it.each([
    ['analytics', 'true', 365],
    ['analytics', 'false', 30],
    ['marketing', 'true', 365],
    ['marketing', 'false', 30],
    ['language', 'ar', 365],
  ] as const)('%s=%s is kept for %i days, on the whole host', (name, value, days) => {
    writeCookie(name, value, 'lax');
    expect(attributes(written[0])).toEqual(
      new Set([`${name}=${value}`, 'path=/', `max-age=${days * S_PER_DAY}`, 'samesite=lax']),
    );
    expect(COOKIES[name](value)).toBe(days);
  });

  it("are restricted to https where the page uses it or is embedded in another host's page", () => {
    writeCookie('language', 'de', 'none');
    expect(attributes(written[0])).toEqual(
      new Set(['language=de', 'path=/', `max-age=${365 * S_PER_DAY}`, 'samesite=none', 'secure']),
    );
    vi.stubGlobal('location', new URL('https://screener.example/'));
    writeCookie('language', 'de', 'lax');
    expect(attributes(written[1]).has('secure')).toBe(true);
  });

  it('detect a page embedded by another host', () => {
    expect(isEmbeddedElsewhere()).toBe(false);
    const { top } = window;
    const stand = (outer: unknown): void => {
      Object.defineProperty(window, 'top', { value: outer, configurable: true });
    };
    stand({ location: { origin: location.origin } });
    expect(isEmbeddedElsewhere()).toBe(false);
    stand({ location: { origin: 'https://elsewhere.example' } });
    expect(isEmbeddedElsewhere()).toBe(true);
    stand(
      Object.defineProperty({}, 'location', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
    );
    expect(isEmbeddedElsewhere()).toBe(true);
    stand(top);
  });

  it('that were tampered with, a thousand of them, are no choice', () => {
    const random = new Random(5);
    const pieces = [
      'analytics=true',
      'language=de',
      'analytics',
      'language',
      '=',
      ';',
      '; ',
      'true',
      'false',
      'de',
      'xx',
      '%',
      '%22',
      '"',
      '{"__proto__":{"a":1}}',
      '[]',
      'j:',
      'null',
      '\u0000',
      'é',
      '__proto__',
      'constructor',
    ];
    let choices = 0;
    for (let round = 0; round < 1000; round++) {
      sent = Array.from({ length: 1 + random.below(10) }, () => pieces[random.below(pieces.length)]).join('');
      const [analytics, language] = [readCookie('analytics'), readCookie('language')];
      expect([null, 'true', 'false'], sent).toContain(analytics);
      expect(language === null || localeOf(language) === language, sent).toBe(true);
      if (analytics ?? language) choices++;
    }
    expect(choices).toBeGreaterThan(0);
    expect('a' in {}).toBe(false);
  });
});
