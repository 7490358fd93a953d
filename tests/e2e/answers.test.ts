import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { command, openDesk, press, sharedDesk, soon, text } from './desk.ts';
import { AXE_MS, findingsInBothThemes } from './findings.ts';
import { demoFolder, panscreen, rowCounts, serve, sharedBrowser } from './product.ts';

const browser = sharedBrowser();
let folder = '';
let address = '';

beforeAll(async () => {
  folder = demoFolder(1500);
  address = await serve(folder);
});

function queryOf(screen: string): string {
  return `?${new URLSearchParams({ s: screen })}`;
}

function desk(screen: string): Promise<Page> {
  return openDesk(browser(), address, queryOf(screen));
}

const visit = sharedDesk((query) => openDesk(browser(), address, query));
/** The screen in the page of the tests before. */
const shared = (screen: string): Promise<Page> => visit(queryOf(screen));

interface Line {
  readonly in: number;
  readonly out: number;
  readonly failed: number;
  readonly missing: number;
  readonly without: number;
}

/** The command line's ledger of the same screen. */
function explained(screen: string): readonly Line[] {
  return JSON.parse(panscreen('screen', screen, '--data', folder, '--explain', '--format', 'json')) as Line[];
}

function whole(number: number): string {
  return number.toLocaleString('en-US');
}

const SCREEN = 'type = Equity | beta >= 0.8 | returnOnEquity >= 10% | rows 1..50';

/** Focuses a step's sentence (index from 0). */
async function onStep(page: Page, place: number): Promise<void> {
  await page.locator('.step-sentence').nth(place).focus();
}

describe('the ledger', () => {
  it("shows the command line's counts for each step", async () => {
    const page = await shared(SCREEN);
    for (const [place, line] of explained(SCREEN).entries()) {
      const step = page.locator('.step').nth(place);
      await soon(() => step.locator('.ledger-without').innerText()).toContain(`without this step: ${whole(line.without)}`);
      expect(await step.locator('.ledger-without').innerText()).toContain(`of ${whole(line.in)}`);
      expect(await step.locator('.ledger-out').innerText()).toContain(whole(line.out));
      const output = await step.locator('.ledger').first().innerText();
      if (line.failed > 0) expect(output).toContain(`−${whole(line.failed)}`);
      if (line.missing > 0) expect(output).toContain(`∅ ${whole(line.missing)}`);
      expect(line.in).toBe(line.out + line.failed + line.missing);
    }
  });

  it('names the steps that empty a result; a click disables one, and undo enables it', async () => {
    const screen = 'type = Equity | beta >= 1000 | country = US | volume >= 0';
    const page = await shared(screen);
    const lines = explained(screen);
    const emptying = page.locator('.emptying');
    await soon(() => emptying.count()).toBe(lines.filter(({ without }) => without > 0).length);
    const best = Math.max(...lines.map(({ without }) => without));
    expect(await emptying.first().innerText()).toBe(`Without “Beta ≥ 1000”: ${whole(best)}`);
    await emptying.first().focus();
    await press(page, 'Enter');
    await soon(() => text(page)).toBe('type = Equity | country = US | volume >= 0');
    await soon(() => rowCounts(page)).toBe(`${whole(best)} of 1,500 rows`);
    await press(page, 'Control+z');
    await soon(() => text(page)).toBe(screen);
  });
});

describe('the trace of a security', () => {
  it('shows the removing step, the reason and the verdicts of later steps, by keyboard', async () => {
    const page = await desk(SCREEN);
    const [, ...symbols] = panscreen(
      'screen',
      'type = Equity | beta <= 0.5 | rows 1..3',
      '--data',
      folder,
      '--columns',
      'symbol,isin',
    )
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const [symbol = '', isin = ''] = symbols[0] ?? [];
    await press(page, 'x');
    await page.locator('.trace-finder input:focus').waitFor();
    await page.keyboard.type(isin);
    await page.locator('.trace-row').first().waitFor();
    await soon(() => page.locator('.trace-row').first().innerText()).toContain(symbol);
    await press(page, 'Enter');
    await soon(() => page.locator('.trace-steps [role="status"]').innerText()).toBe(`${symbol} was dropped at step 2 of 4.`);
    const verdicts = await page.locator('.trace-verdict').allInnerTexts();
    expect(verdicts.slice(0, 2)).toEqual(['passed', 'dropped here']);
    expect(await page.locator('.grid-editor canvas').first().isVisible()).toBe(true);
    for (const verdict of verdicts.slice(2)) expect(verdict).toMatch(/^would (pass|fail|lack a value)$/);
    const way = JSON.parse(panscreen('screen', SCREEN, '--data', folder, '--where', symbol)) as {
      percentile: number;
      neededPercentile: number;
      leftAt: number;
    };
    expect(way.leftAt).toBe(1);
    const why = await page.locator('[data-verdict="left"] .trace-why').innerText();
    expect(why).toContain('needs ≥ 0.8');
    expect(why).toContain(`Percentile ${Math.round(way.percentile * 100)}, needs ${Math.round(way.neededPercentile * 100)}`);
    // Each step opens its form.
    await page.locator('.trace-step').nth(1).focus();
    await press(page, 'Enter');
    await soon(() => page.locator('.step[data-open] .step-sentence').innerText()).toBe('Beta ≥ 0.8');
    await page.context().close();
  });

  it('is reached from a search that finds securities outside the result', async () => {
    const page = await desk('beta >= 1000');
    await press(page, '/');
    await page.locator('.palette-text:focus').waitFor();
    await page.keyboard.type('a');
    await page.locator('.palette-row').first().waitFor();
    await press(page, 'Control+Enter');
    await page.locator('.trace-steps ol').waitFor();
    expect(await page.locator('.trace-verdict').innerText()).toBe('dropped here');
    await press(page, 'Escape');
    await page.context().close();
  });
});

describe('time travel', () => {
  it('shows the output of a step, and an edit or Escape returns to the result', async () => {
    const page = await shared(SCREEN);
    const lines = explained(SCREEN);
    await soon(() => rowCounts(page)).toBe('50 of 1,500 rows');
    await onStep(page, 1);
    await press(page, 't');
    await soon(() => rowCounts(page)).toBe(`${whole(lines[1]?.out ?? 0)} of 1,500 rows`);
    expect(await page.locator('.travel-mark').innerText()).toContain('after step 2 of 4');
    // The ledger still covers the whole screen.
    expect(await page.locator('.step').nth(3).locator('.ledger-out').innerText()).toContain('50');
    await press(page, '2');
    await page.locator('.grid-editor :focus').waitFor({ state: 'attached' });
    await press(page, 'Escape');
    await soon(() => rowCounts(page)).toBe('50 of 1,500 rows');
    expect(await page.locator('.travel-mark').count()).toBe(0);
    await page.locator('.ledger-out').first().focus();
    await press(page, 'Enter');
    await soon(() => rowCounts(page)).toBe(`${whole(lines[0]?.out ?? 0)} of 1,500 rows`);
    await onStep(page, 2);
    await press(page, 'Delete');
    await soon(() => page.locator('.travel-mark').count()).toBe(0);
    await soon(() => rowCounts(page)).toBe('50 of 1,500 rows');
  });
});

describe('the order check', () => {
  it('marks swaps that matter, shows the rows they add and remove, and swaps', async () => {
    const page = await shared('type = Equity | beta is present | rows 1..30 | returnOnEquity >= 10%');
    const marks = page.locator('.swap-mark');
    await soon(() => marks.count()).toBeGreaterThan(0);
    // Not between the two filters.
    expect(await page.locator('.step').first().locator('.swap-mark').count()).toBe(0);
    const last = page.locator('.step').nth(2).locator('.swap-mark');
    expect(await last.innerText()).toMatch(/changes \d+ of \d+ rows/);
    const before = await rowCounts(page);
    await last.focus();
    await press(page, 'Enter');
    await soon(() => page.locator('.swap-preview dd').count()).toBeGreaterThan(0);
    expect((await page.locator('.swap-preview dd').first().innerText()).trim()).not.toBe('');
    await press(page, 'Tab', 'Enter');
    await soon(() => text(page)).toBe('type = Equity | beta is present | returnOnEquity >= 0.1 | rows 1..30');
    await soon(() => rowCounts(page)).not.toBe(before);
    await press(page, 'Control+z');
    await soon(() => text(page)).toBe('type = Equity | beta is present | rows 1..30 | returnOnEquity >= 0.1');
  });
});

/** Types into the column picker and takes the first result. */
async function pickColumn(page: Page, words: string): Promise<void> {
  await page.locator('.step[data-open] .picker:focus').waitFor();
  await page.keyboard.type(words);
  await page.locator('.picker-row').first().waitFor();
  await press(page, 'Enter');
}

/** Selects an option of the open form by keyboard. */
async function choose(page: Page, label: string, letters: string): Promise<void> {
  await page.locator('.step[data-open] .step-form').getByRole('combobox', { name: label, exact: true }).first().focus();
  await page.keyboard.type(letters);
}

describe('the forms create the same steps as typing their text', () => {
  it.each([
    ['addPresence', 'value present or missing', async (page: Page) => pickColumn(page, 'beta'), 'beta is present'],
    [
      'addVersus',
      'column against column',
      async (page: Page) => {
        await pickColumn(page, 'close');
        await page.getByLabel('Times').focus();
        await press(page, 'Control+a');
        await page.keyboard.type('0.9');
        await page.getByRole('combobox', { name: 'Other column', exact: true }).focus();
        await page.keyboard.type('analystTargetPrice');
        await press(page, 'Enter');
        await choose(page, 'Condition', 'at most');
      },
      'close <= 0.9 * analystTargetPrice',
    ],
    [
      'addMedian',
      'column against a median',
      async (page: Page) => {
        await pickColumn(page, 'priceToBookRatio');
        await choose(page, 'Of', 'the median of its c');
        await choose(page, 'Missing values', 'include');
      },
      'priceToBookRatio >= median in country keep missing',
    ],
    [
      'addPercentile',
      'filter by percentile',
      async (page: Page) => pickColumn(page, 'roe'),
      'percentile of returnOnEquity in sector >= 80%',
    ],
    [
      'addTop',
      'top or bottom',
      async (page: Page) => {
        await pickColumn(page, 'beta');
        await choose(page, 'Which', 'lowest');
        await choose(page, 'Among', 'in each s');
      },
      'bottom 20% beta in sector',
    ],
    [
      'addRank',
      'rank by several',
      async (page: Page) => {
        await pickColumn(page, 'earningsYield');
        await page.getByLabel('Add a column to the rank').focus();
        await page.keyboard.type('beta');
        await press(page, 'Enter');
        await page.getByLabel('Weight of Earnings yield').focus();
        await press(page, 'End');
        await choose(page, 'Missing values', 'rank as the w');
      },
      'rank by (earningsYield desc weight 5 missing worst, beta desc)',
    ],
    [
      'addGroup',
      'group of filters',
      async (page: Page) => {
        const add = page.getByLabel('Add a filter, as text').last();
        for (const member of ['beta <= 1', 'sector = Energy']) {
          await add.focus();
          await page.keyboard.type(member);
          await press(page, 'Escape', 'Control+Enter');
          await soon(() => text(page)).toContain(member);
        }
        await page.getByRole('button', { name: 'Group filter 2' }).focus();
        await press(page, 'Enter');
        await soon(() => text(page)).toContain('any of (sector = Energy)');
        await page.getByLabel('Rows must match').first().focus();
        await page.keyboard.type('at least');
      },
      'at least 2 of (beta <= 1, any of (sector = Energy))',
    ],
    [
      'addFormula',
      'formula column',
      async (page: Page) => {
        await page.getByLabel('Name of the column').focus();
        await page.keyboard.type('spread');
        await page.getByLabel('Formula', { exact: true }).focus();
        await page.keyboard.type('earningsYield - (costOfDebt');
        await soon(() => page.locator('.step-form .field-fault').innerText()).toContain('(character 28)');
        await press(page, 'Escape');
        await page.keyboard.type(')');
        await soon(() => page.locator('.step-form .form-note').innerText()).toMatch(/missing in [\d.]+% of all rows/);
      },
      'let spread = earningsYield - (costOfDebt)',
    ],
  ] as const)('%s', async (_, words, work, expected) => {
    const page = await shared('type = Equity');
    await command(page, words);
    // A new form takes the focus from elements focused before.
    await page.locator('.step[data-open] .step-form :focus').waitFor();
    await work(page);
    await soon(() => text(page)).toBe(`type = Equity | ${expected}`);
    const rows = explained(`type = Equity | ${expected}`).at(-1)?.out ?? 0;
    await soon(() => rowCounts(page)).toBe(`${whole(rows)} of 1,500 rows`);
  });

  it('do not take the focus from where the user has clicked meanwhile', async () => {
    const page = await desk('type = Equity');
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const box = document.querySelector<HTMLElement>('.step-form .member-text textarea');
        if (!box) return;
        observer.disconnect();
        box.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        box.focus();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await command(page, 'group of filters');
    await page.locator('.member-text textarea:focus').waitFor();
    await page.keyboard.type('beta <=', { delay: 60 });
    await page.keyboard.type(' 1');
    expect(await page.getByLabel('Add a filter, as text').inputValue()).toBe('beta <= 1');
    await page.context().close();
  });

  it('are all in the menu', async () => {
    const page = await shared('type = Equity');
    await page.locator('.add-any:enabled').focus();
    await press(page, 'Enter');
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(15);
    await page.getByRole('menuitem', { name: 'Add a formula column' }).focus();
    await press(page, 'Enter');
    await page.getByLabel('Name of the column').waitFor();
  });
});

describe('the text', () => {
  it('is completed by keyboard', async () => {
    const page = await shared('type = Equity');
    const box = page.getByLabel('Screen as text');
    await box.focus();
    await press(page, 'Control+End');
    await page.keyboard.type(' | sec');
    await page.locator('.code-piece', { hasText: 'Sector' }).first().waitFor();
    const names = await page.locator('.code-piece code').allInnerTexts();
    for (let down = names.indexOf('sector'); down > 0; down--) await press(page, 'ArrowDown');
    await soon(() => page.locator('.code-piece[aria-selected="true"] code').innerText()).toBe('sector');
    await press(page, 'Enter');
    await soon(() => text(page)).toBe('type = Equity | sector ');
    await page.keyboard.type('= Ene');
    await page.locator('.code-piece', { hasText: 'Energy' }).waitFor();
    await press(page, 'Tab');
    await soon(() => text(page)).toBe('type = Equity | sector = Energy');
    await press(page, 'Control+Enter');
    await soon(() => page.locator('.step').count()).toBe(2);
  });

  it('inserts a piece at the right position when more was typed after its list appeared', async () => {
    const page = await shared('type = Equity');
    await page.getByLabel('Screen as text').focus();
    await press(page, 'Control+End');
    await page.keyboard.type(' | sector = E');
    await page.locator('.code-piece', { hasText: 'Energy' }).waitFor();
    const place = (await page.locator('.code-piece code').allInnerTexts()).indexOf('Energy');
    for (let down = 0; down < place; down++) await press(page, 'ArrowDown');
    await soon(() => page.locator('.code-piece[aria-selected="true"] code').innerText()).toBe('Energy');
    await page.evaluate(() => {
      const box = document.activeElement as HTMLTextAreaElement;
      document.execCommand('insertText', false, 'ne');
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
    });
    await soon(() => text(page)).toBe('type = Equity | sector = Energy');
  });

  it('keeps invalid text, underlined at its error', async () => {
    const page = await shared('type = Equity');
    const box = page.getByLabel('Screen as text');
    await box.focus();
    await press(page, 'Control+End');
    await page.keyboard.type(' | sort beta dwn');
    await soon(() => page.locator('.text-panel .code-under mark').innerText()).toBe('dwn');
    await press(page, 'Escape');
    await box.blur();
    expect(await text(page)).toBe('type = Equity | sort beta dwn');
    expect(await page.locator('.step').count()).toBe(1);
  });
});

describe('axe finds nothing serious or critical', { timeout: AXE_MS }, () => {
  it('in forms, marks, completion and trace', async () => {
    const page = await desk(
      'let spread = earningsYield - costOfDebt | at least 1 of (beta <= 1, any of (sector = Energy)) | rank by (beta desc, close asc) | rows 1..50',
    );
    await page.locator('.swap-mark').first().click();
    for (const place of [0, 1, 2]) {
      await page.locator('.step-sentence').nth(place).click();
      await page.locator('.step[data-open] .step-form :is(input, textarea)').first().waitFor();
      expect(await findingsInBothThemes(page, '.panel-steps')).toEqual([]);
    }
    await onStep(page, 1);
    await press(page, 't');
    await page.locator('.travel-mark').waitFor();
    await page.getByLabel('Screen as text').focus();
    await press(page, 'Control+Home', 'Control+Space');
    await page.locator('.code-list').waitFor();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await press(page, 'Escape');
    await command(page, 'why is a security missing');
    await page.locator('.trace-finder input:focus').waitFor();
    await page.keyboard.type('a');
    await page.locator('.trace-row').first().waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns')).toEqual([]);
    await press(page, 'Enter');
    await page.locator('.trace-steps ol').waitFor();
    expect(await findingsInBothThemes(page, '.panel-columns')).toEqual([]);
    await page.getByLabel('Screen as text').fill('beta >= 1000');
    await page.locator('.emptying').first().waitFor();
    expect(await findingsInBothThemes(page, '.panel-steps')).toEqual([]);
    await page.context().close();
  });
});
