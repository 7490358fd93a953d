import { outputsOf, type Prefix } from './apply.ts';

/** How many of the steps each row of the table passes: the zero-based step that dropped it, or the number of steps. */
export function passedSteps(prefix: Prefix): Uint8Array {
  const passed = new Uint8Array(prefix.table.rowCount);
  for (const [step, rows] of outputsOf(prefix).entries()) for (let i = 0; i < rows.length; i++) passed[rows[i]!] = step + 1;
  return passed;
}
