/** At which step each row left a screen. */
import type { Prefix } from './apply.ts';

/** How many of the steps each row of the table has come through: the number of the step (from 0) that dropped it, or of all steps. */
export function survivedSteps({ table, outputs }: Prefix): Uint8Array {
  const survived = new Uint8Array(table.rowCount);
  for (const [step, rows] of outputs.entries()) for (let i = 0; i < rows.length; i++) survived[rows[i]!] = step + 1;
  return survived;
}
