import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { percentiles } from '../kernels/statistics/percentile.ts';
import { columnById } from '../src/catalogue/catalogue.ts';
import { stepFault } from '../src/engine/steps/language.ts';
import { parseScreen, printScreen } from '../src/engine/steps/text.ts';
import { checkFormulas, knowingFormulas } from '../src/engine/table/formulas.ts';

const README = readFileSync('README.md', 'utf8');
const TEXT_PAGE = readFileSync('docs/screen-text.md', 'utf8');

const commands = [...README.matchAll(/panscreen screen '([^']+)'/g)].map((match) => match[1]!);
const examples = TEXT_PAGE.slice(TEXT_PAGE.indexOf('## Steps'), TEXT_PAGE.indexOf('## Formulas'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .flatMap((line) =>
    [...line.slice(line.indexOf('|', 2)).matchAll(/`([^`]+)`/g)].map((match) => match[1]!.replaceAll('\\|', '|')),
  );

describe('every screen that the README and the docs show', () => {
  it('exists', () => {
    expect(commands.length).toBeGreaterThanOrEqual(2);
    expect(examples.length).toBeGreaterThanOrEqual(25);
  });

  it.each([...commands, ...examples])('%s', (text) => {
    const steps = parseScreen(text);
    expect(steps.length).toBeGreaterThan(0);
    expect(parseScreen(printScreen(steps))).toEqual(steps);
    const columnOf = knowingFormulas(steps, columnById);
    expect(checkFormulas(steps, columnById).faults ?? []).toEqual([]);
    for (const step of steps) expect(stepFault(step, columnOf)).toBeNull();
  });
});

describe('what the screen text says of percentiles', () => {
  const line = /\*\*Percentiles\*\*.*?(?=\n- )/s.exec(TEXT_PAGE)?.[0].replaceAll(/\s+/g, ' ') ?? '';

  it('holds: ten different values reach from 5 to 95 %, by their size alone', () => {
    const values = Float32Array.from({ length: 10 }, (_, index) => index);
    const found = percentiles(values, null, Uint32Array.from(values.keys()), null);
    const percent = (share: number | undefined): string => `${Math.round(100 * (share ?? Number.NaN))} %`;
    expect(line).toContain(`the largest of ten different values has ${percent(found.at(-1))}, the smallest ${percent(found[0])}`);
    expect(line).not.toMatch(/\bbest\b/);
  });
});
