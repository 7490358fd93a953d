/** Composition of a country's data: the sources with the day of their newest figure, and how many securities have what. */

export interface SourceDay {
  /** Name on the command line of the ingest, such as `sec`. */
  readonly name: string;
  /** ISO date of its newest figure; null without any. */
  readonly day: string | null;
}

export interface ExchangeCoverage {
  /** Empty when no source names one. */
  readonly exchange: string;
  readonly rowCount: number;
  /** Rows with a close. */
  readonly pricedCount: number;
  /** Rows with statements. */
  readonly statedCount: number;
}

export interface Coverage {
  readonly sources: readonly SourceDay[];
  readonly exchanges: readonly ExchangeCoverage[];
}

const SOURCES_MAX = 50;
const EXCHANGES_MAX = 500;
const NAME_CHARS_MAX = 40;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= NAME_CHARS_MAX;

/** Reads a server's coverage; null when absent or invalid. */
export function readCoverage(given: unknown): Coverage | null {
  const { sources, exchanges } = (given ?? {}) as { sources?: unknown; exchanges?: unknown };
  if (!Array.isArray(sources) || !Array.isArray(exchanges)) return null;
  if (sources.length > SOURCES_MAX || exchanges.length > EXCHANGES_MAX) return null;
  const areSources = sources.every((each: Partial<SourceDay> | null) => {
    const day = each?.day;
    return isName(each?.name) && (day === null || (typeof day === 'string' && DAY.test(day)));
  });
  const areExchanges = exchanges.every(
    (each: Partial<ExchangeCoverage> | null) =>
      isName(each?.exchange) && [each.rowCount, each.pricedCount, each.statedCount].every(isCount),
  );
  return areSources && areExchanges ? { sources, exchanges } : null;
}

/** Merges the coverage of several countries: the newest day per source and the sums per exchange, the largest first. */
export function mergeCoverage(all: readonly Coverage[]): Coverage {
  const days = new Map<string, string | null>();
  const exchanges = new Map<string, ExchangeCoverage>();
  for (const { sources, exchanges: own } of all) {
    for (const { name, day } of sources) {
      const known = days.get(name) ?? null;
      days.set(name, known === null || (day !== null && day > known) ? day : known);
    }
    for (const each of own) {
      const known = exchanges.get(each.exchange);
      exchanges.set(each.exchange, {
        exchange: each.exchange,
        rowCount: each.rowCount + (known?.rowCount ?? 0),
        pricedCount: each.pricedCount + (known?.pricedCount ?? 0),
        statedCount: each.statedCount + (known?.statedCount ?? 0),
      });
    }
  }
  return {
    sources: [...days].map(([name, day]) => ({ name, day })),
    exchanges: [...exchanges.values()].sort((a, b) => b.rowCount - a.rowCount || (a.exchange < b.exchange ? -1 : 1)),
  };
}
