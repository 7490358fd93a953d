/** At which step each row left a screen. */
import { outputsOf, type Prefix } from './apply.ts';

/** How many of the steps each row of the table has come through: the number of the step (from 0) that dropped it, or of all steps. */
export function survivedSteps(prefix: Prefix): Uint8Array {
  const survived = new Uint8Array(prefix.table.rowCount);
  for (const [step, rows] of outputsOf(prefix).entries()) for (let i = 0; i < rows.length; i++) survived[rows[i]!] = step + 1;
  return survived;
}
