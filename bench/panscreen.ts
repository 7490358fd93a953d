/** The engine as the page's worker and the command line call it. */
import { computeRatios, ROW_RATIOS } from '../kernels/compute.ts';
import { compile, run } from '../kernels/loops/cpu.ts';
import { type Runner, vectorRunner } from '../kernels/simd/ratios.ts';
import { parseFormula } from '../src/catalogue/formula.ts';
import { columnCorrelations } from '../src/engine/answers/correlation.ts';
import { inTableOrder, presentDistribution, universeDistribution } from '../src/engine/answers/distribution.ts';
import { applySteps, type Prefix } from '../src/engine/run/apply.ts';
import type { Step } from '../src/engine/steps/registry.ts';
import { type Contender, rowsTask, sampled } from './contender.ts';
import { REFERENCE } from './reference.ts';
import { DESCRIBED, tableOf } from './universe.ts';

export const product: Contender = {
  name: 'panscreen',
  version: '',
  async load(universe, { filters, sortOne, sortTwo, steps, dragLast, dragFirst, dragSorted }) {
    const table = tableOf(universe);
    const columnOf = (id: string): Float32Array | undefined => table.numbers(id);
    const derive = (): void => computeRatios(columnOf, 0, table.rowCount, new Set(), () => true);
    derive();
    const program = compile(REFERENCE.map(({ id, formula }) => ({ id, formula: parseFormula(formula) })));
    const runProgram = vectorRunner(program) ?? ((...operands: Parameters<Runner>) => run(program, ...operands));
    const once = (list: readonly Step[]) => rowsTask(() => applySteps(table, list, null).rows);
    // As in the worker: the last list's results are kept, and the rows are copied for transfer.
    const drag = (lists: readonly (readonly Step[])[]) => {
      let prefix: Prefix | null = null;
      return rowsTask((round) => {
        const applied = applySteps(table, lists[round % lists.length]!, prefix);
        prefix = applied.prefix;
        return applied.rows.slice();
      });
    };
    const filtered = applySteps(table, filters, null).rows;
    for (const id of DESCRIBED) universeDistribution(table, id);
    return {
      W1: {
        run: () => runProgram(columnOf, 0, table.rowCount, () => true),
        answer: () => sampled(REFERENCE.map(({ id }) => table.numbers(id)!)),
      },
      'W1 catalogue': { run: derive, answer: () => sampled(ROW_RATIOS.map(({ id }) => table.numbers(id)!)) },
      W2: once(filters),
      W3a: once(sortOne),
      W3b: once(sortTwo),
      W4: once(steps),
      W5: {
        run: () => {
          const rows = inTableOrder(filtered, table.rowCount);
          return DESCRIBED.map((id) => presentDistribution(table, id, rows));
        },
        // Other bins, and a median instead of a mean: only the missing are common to all; tests check the bins.
        answer: (result) => (result as readonly { missing: number }[]).map(({ missing }) => missing),
      },
      'W6 last': drag(dragLast),
      'W6 first': drag(dragFirst),
      'W6 sorted': drag(dragSorted),
      correlation: {
        run: () => {
          const work = columnCorrelations(table, DESCRIBED, table.rows);
          while (!work.next().done);
        },
        answer: () => [],
      },
    };
  },
};
