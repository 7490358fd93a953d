/** Accessibility violations found by axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe's usual rules whose violations can be serious or critical: each rule has one impact. */
const WEIGHTY = `axe._audit.rules
  .filter(({ enabled, tags, impact }) =>
    enabled && !tags.some((tag) => axe._audit.tagExclude.includes(tag)) && impact !== 'minor' && impact !== 'moderate')
  .map(({ id }) => id)`;

/** Those whose outcome depends on colors. */
const OF_COLORS = `axe._audit.rules.filter(({ enabled, tags }) => enabled && tags.includes('cat.color')).map(({ id }) => id)`;

/** Axe checks every element of every screen. */
export const AXE_MS = 300_000;

/** Serious and critical violations with their elements: on the whole page, or within changes since the last check. */
export function findings(page: Page, within?: string): Promise<readonly string[]> {
  return findingsOf(page, WEIGHTY, within);
}

/** In the theme shown and, of the same elements, in the other one, which stays: there, only the colors can differ. */
export async function findingsInBothThemes(page: Page, within?: string): Promise<readonly string[]> {
  const shown = await findings(page, within);
  const other = (await page.evaluate(() => document.documentElement.dataset.theme)) === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-theme="${other}"]`).waitFor({ state: 'attached' });
  const differing = await findingsOf(page, OF_COLORS, within);
  return [...shown, ...differing.map((finding) => `${other}: ${finding}`)];
}

async function findingsOf(page: Page, rules: string, within?: string): Promise<readonly string[]> {
  // Compiling it takes as long as looking at a panel.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE);
  if (within !== undefined) await page.locator(within).first().waitFor();
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(within ?? 'html')}, { resultTypes: ['violations'], runOnly: ${rules} }).then((result) => result.violations)`,
  )) as AxeResults['violations'];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
