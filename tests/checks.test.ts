/** The page that says what is promised names tests that there are. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/checks.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| .*`tests\//.test(line));

const named = rows.flatMap((line) => {
  const checks = line.slice(line.lastIndexOf('| ', line.length - 3) + 2, -2);
  return checks.split('; `').map((check) => {
    const [, file = '', title = ''] = /^`?(tests\/[^`]+)` ?(.*)$/.exec(check) ?? [];
    return { check, file, title };
  });
});

it('has a row for each promise', () => {
  expect(rows.length).toBeGreaterThan(25);
});

it.each(named)('$check', ({ file, title }) => {
  expect(existsSync(file), file).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(title);
});
