import { expect, it } from 'vitest';
import { ledger } from '../../../src/engine/answers/ledger.ts';
import { loadTable } from '../../../src/engine/load/loader.ts';
import { applySteps } from '../../../src/engine/run/apply.ts';
import { parseScreen } from '../../../src/engine/steps/text.ts';
import { randomUniverse, wireSource } from '../../universe.ts';

const table = await loadTable(wireSource(randomUniverse(51, 2, 60)));

it('the ledger counts the members that change without a step, even if a slice keeps their number constant', () => {
  const steps = parseScreen('beta is present | currentRatio is present | sort beta desc | rows 1..10');
  const { lines } = ledger(table, steps, null);
  const own = [...applySteps(table, steps, null).rows];
  for (const [left, line] of lines.entries()) {
    const rows = [...applySteps(table, steps.toSpliced(left, 1), null).rows];
    const shared = rows.filter((row) => own.includes(row)).length;
    expect(line.without).toBe(rows.length);
    expect(line.changed).toBe(Math.max(own.length, rows.length) - shared);
  }
  expect(lines[2]).toMatchObject({ out: lines[1]!.out, without: 10 });
  expect(lines[2]!.changed).toBeGreaterThan(0);
});
