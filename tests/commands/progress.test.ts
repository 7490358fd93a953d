import { expect, it } from 'vitest';
import { progressOn } from '../../src/commands/progress.ts';

/** The output for calls at given milliseconds. */
function written(
  isTTY: boolean,
  calls: readonly (readonly [time: number, line: string, done?: number, of?: number])[],
  columns = 200,
): string {
  let text = '';
  let time = 0;
  const writer = progressOn({ isTTY, columns, write: (more) => (text += more) }, () => time);
  for (const [at, line, done, of] of calls) {
    time = at;
    writer.progress(line, done === undefined || of === undefined ? undefined : { done, of });
  }
  writer.end();
  return text;
}

const FILES = [
  [0, 'looking'],
  [0, '10 of 1,000 files read', 10, 1000],
  [50, '20 of 1,000 files read', 20, 1000],
  [4000, '500 of 1,000 files read', 500, 1000],
  [6000, '750 of 1,000 files read', 750, 1000],
  [8000, '1,000 of 1,000 files read', 1000, 1000],
  [8000, 'joining'],
] as const;

it('writes lines without a terminal, those with a share every five seconds and at the end', () => {
  expect(written(false, FILES).split('\n')).toEqual([
    'looking',
    '1 % 10 of 1,000 files read',
    '75 % 750 of 1,000 files read, about 3 s left',
    '100 % 1,000 of 1,000 files read',
    'joining',
    '',
  ]);
});

it('redraws one bar on a terminal, with share and estimate, and keeps it after the stage', () => {
  const half = `[${'#'.repeat(12)}${'-'.repeat(12)}]`;
  expect(written(true, FILES).split('\r\u001b[K').slice(1)).toEqual([
    `[${'-'.repeat(24)}] 1 % 10 of 1,000 files read`,
    `${half} 50 % 500 of 1,000 files read, about 5 s left`,
    `[${'#'.repeat(18)}${'-'.repeat(6)}] 75 % 750 of 1,000 files read, about 3 s left`,
    `[${'#'.repeat(24)}] 100 % 1,000 of 1,000 files read\njoining\n`,
  ]);
});

it('is removed for a line, another stage and the end, and never wraps', () => {
  const bars = written(
    true,
    [
      [0, '1 of 9 files', 1, 9],
      [1, 'a line'],
      [2, '2 of 9 files', 2, 9],
      [3, '1 of 7 companies', 1, 7],
      [1_000_003, '4 of 7 companies', 4, 7],
    ],
    40,
  );
  expect(bars.split('\r\u001b[K').slice(1)).toEqual([
    '[###---------------------] 11 % 1 of 9 ',
    'a line\n',
    '[#####-------------------] 22 % 2 of 9 ',
    '[###---------------------] 14 % 1 of 7 ',
    '[##############----------] 57 % 4 of 7 \n',
  ]);
  expect(
    written(false, [
      [0, '1 of 7', 1, 7],
      [1_000_000, '4 of 7', 4, 7],
    ]),
  ).toContain('57 % 4 of 7, about 17 min left');
});
