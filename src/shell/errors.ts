/** The error catalogue: every situation with a specified result. */

interface ErrorRow {
  /** Status on the error page; 500 unless specified. */
  readonly status: number;
  /** A fatal error replaces the whole layout, others only the page. */
  readonly fatal: boolean;
  /** Placeholders are written {name}. */
  readonly message: string;
}

export const ERRORS = {
  pageInvalid: { status: 404, fatal: true, message: 'Page Not Found: {fullPath}' },
  routeUnmatched: { status: 404, fatal: false, message: 'Page not found: {fullPath}' },
  middlewareUnknown: { status: 500, fatal: true, message: 'Unknown route middleware: {name}' },
  chunkFailed: { status: 500, fatal: true, message: 'Failed chunk loading: {fullPath}' },
  localeFailed: { status: 500, fatal: false, message: 'Failed locale loading' },
  manifestFailed: { status: 500, fatal: false, message: 'Failed manifest loading' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorName = keyof typeof ERRORS;

const STATUS_OF_OTHERS = 500;

/** The message with its placeholders filled. */
export function errorMessage(name: ErrorName, holes: Readonly<Record<string, string>> = {}): string {
  return ERRORS[name].message.replaceAll(/\{(\w+)\}/g, (hole, key: string) => (Object.hasOwn(holes, key) ? holes[key]! : hole));
}

export class CatalogueError extends Error {
  readonly code: ErrorName;
  readonly status: number;
  readonly fatal: boolean;

  constructor(code: ErrorName, holes: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(errorMessage(code, holes), cause === undefined ? undefined : { cause });
    this.name = 'CatalogueError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.fatal = ERRORS[code].fatal;
  }
}

export function statusOf(error: unknown): number {
  if (error instanceof CatalogueError) return error.status;
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && Number.isInteger(status) ? status : STATUS_OF_OTHERS;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function logError(name: ErrorName, ...causes: readonly unknown[]): void {
  console.error(errorMessage(name), ...causes);
}
