/** Mutants that no test can notice are those of the code as it is. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript
import { EQUIVALENT } from '../scripts/mutation/equivalent.mjs';

const mutants: readonly { readonly file: string; readonly line: string }[] = EQUIVALENT;

it('each names a file and a line that are there', () => {
  const gone = mutants.filter(
    ({ file, line }) =>
      !readFileSync(file, 'utf8')
        .split('\n')
        .some((each) => each.trim() === line),
  );
  expect(gone.map(({ file, line }) => `${file}: ${line}`)).toEqual([]);
});
