import { describe, expect, it } from 'vitest';
import { columnById } from '../../../src/catalogue/catalogue.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { unknownValue, withValue } from '../../../src/engine/steps/unknownValue.ts';

const VALUES: Readonly<Record<string, readonly string[]>> = { sector: ['', 'Energy', 'Materials'], isAdr: ['', 'false'] };
const unknown = (text: string, valuesOf = (id: string) => VALUES[id] ?? null) =>
  unknownValue(parseScreen(text)[0]!, columnById, valuesOf);

describe('a category that no security has', () => {
  it('is the first one that a filter, or a filter within a group, names', () => {
    expect(unknown('sector in (Energy, Enrgy, Utils)')).toEqual({ columnId: 'sector', value: 'Enrgy' });
    expect(unknown('any of (beta >= 1, sector != Enrgy)')).toEqual({ columnId: 'sector', value: 'Enrgy' });
    expect(unknown('sector not in (Energy, "")')).toBeNull();
  });

  it('is not reported for a column of true and false, whichever of the two is absent', () => {
    expect(unknown('isAdr = true')).toBeNull();
    expect(unknown('isAdr = yes')).toEqual({ columnId: 'isAdr', value: 'yes' });
  });

  it('is not reported while the values are unknown, nor for texts that are nearly unique', () => {
    expect(unknown('sector = Enrgy', () => null)).toBeNull();
    expect(unknown('symbol = NOPE', () => ['A'])).toBeNull();
  });

  it('is the currency of a bound that no security trades in, other than the dollar', () => {
    const currencies = (id: string) => (id === 'currency' ? ['', 'EUR'] : null);
    expect(unknown('close >= 5 GBX', currencies)).toEqual({ columnId: 'currency', value: 'GBX' });
    expect(unknown('any of (beta >= 1, close between 1 and 2 ALL)', currencies)).toEqual({ columnId: 'currency', value: 'ALL' });
    for (const text of ['close >= 5', 'close >= 5 USD', 'close >= 5 EUR', 'beta >= 1'])
      expect(unknown(text, currencies)).toBeNull();
    expect(unknown('close >= 5 GBX', () => null)).toBeNull();
    const [step] = parseScreen('any of (close >= 5 GBX, close >= 5 EUR, currency = GBX)');
    const [meant] = parseScreen('any of (close >= 5 GBP, close >= 5 EUR, currency = GBP)');
    expect(withValue(step!, { columnId: 'currency', value: 'GBX' }, 'GBP')).toEqual(meant);
  });

  it('is replaced at its place, and nothing else is', () => {
    const [step] = parseScreen('any of (sector = Enrgy, sector in (Enrgy, Materials))');
    const [meant] = parseScreen('any of (sector = Energy, sector in (Energy, Materials))');
    expect(withValue(step!, { columnId: 'sector', value: 'Enrgy' }, 'Energy')).toEqual(meant);
  });
});
