import { describe, expect, it } from 'vitest';
import { CatalogueError, ERRORS, errorMessage, statusOf } from '../../src/shell/errors.ts';

/** What each situation has to result in. */
const SPECIFIED = [
  ['Page validation failure', "Fatal error, status 404, message 'Page Not Found: {fullPath}'"],
  ['Unmatched route', "Non-fatal 404, message 'Page not found: {fullPath}'"],
  ['Unknown route middleware', "Error 'Unknown route middleware: {name}'"],
  ['Chunk-loading error', 'Page reload (see section 4)'],
  ['Locale load failure', "Logged as 'Failed locale loading'"],
  ['Manifest fetch failure', 'Only logged'],
] as const;

describe('the error catalogue', () => {
  it('has every situation, and no other', () => {
    const rows = Object.values(ERRORS);
    expect(rows.map((row) => row.situation)).toEqual(SPECIFIED.map(([situation]) => situation));
    for (const [index, row] of rows.entries()) {
      const result = SPECIFIED[index]![1];
      const message = /'([^']+)'/.exec(result)?.[1];
      if (message) expect(row.message).toBe(message);
      if (/404/.test(result)) expect(row.status).toBe(404);
      expect(row.fatal, row.situation).toBe(/^(Fatal|Error|Page reload)/.test(result));
      const kind = /logged/i.test(result) ? 'logged' : /reload/.test(result) ? 'reload' : 'page';
      expect(row.result).toBe(kind);
    }
  });

  it('fills holes and keeps what is thrown', () => {
    expect(errorMessage('routeUnmatched', { fullPath: '/a?b=$1' })).toBe('Page not found: /a?b=$1');
    const error = new CatalogueError('middlewareUnknown', { name: 'x' });
    expect(error.message).toBe('Unknown route middleware: x');
    expect([statusOf(error), statusOf(new CatalogueError('pageInvalid')), statusOf(null), statusOf({ status: 418 })]).toEqual([
      500, 404, 500, 418,
    ]);
  });
});
