import { describe, expect, it } from 'vitest';
import { CatalogueError, ERRORS, errorMessage, statusOf } from '../../src/shell/errors.ts';

/** Specified results. */
const SPECIFIED = [
  ['pageInvalid', "Fatal error, status 404, message 'Page Not Found: {fullPath}'"],
  ['routeUnmatched', "Non-fatal 404, message 'Page not found: {fullPath}'"],
  ['middlewareUnknown', "Error 'Unknown route middleware: {name}'"],
  ['chunkFailed', 'Page reload (see section 4)'],
  ['localeFailed', "Logged as 'Failed locale loading'"],
  ['manifestFailed', 'Only logged'],
] as const;

describe('the error catalogue', () => {
  it('has every situation, and no other', () => {
    expect(Object.keys(ERRORS)).toEqual(SPECIFIED.map(([name]) => name));
    for (const [name, result] of SPECIFIED) {
      const { status, fatal, message } = ERRORS[name];
      const specified = /'([^']+)'/.exec(result)?.[1];
      if (specified) expect(message).toBe(specified);
      expect(status).toBe(/404/.test(result) ? 404 : 500);
      expect(fatal, name).toBe(/^(Fatal|Error|Page reload)/.test(result));
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
