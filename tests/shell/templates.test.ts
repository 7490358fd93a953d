import { expect, it } from 'vitest';
import { parseScreen, printScreen } from '../../src/engine/text.ts';
import { TEMPLATES } from '../../src/home/templates.ts';

it.each(TEMPLATES.map(({ id, text }) => [id, text]))('the template %s is a screen that can be read', (_, text) => {
  const steps = parseScreen(text);
  expect(steps.length).toBeGreaterThan(2);
  expect(parseScreen(printScreen(steps))).toEqual(steps);
});
