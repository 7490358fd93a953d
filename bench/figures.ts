/** Figures of results that are kept, and how tables show them. */
import type { Result } from './results.ts';

export const RESULTS = 'bench/results';
export const PRODUCT = 'panscreen';
export const LIMIT = 'limit in JavaScript';

export interface Measured {
  readonly date: string;
  readonly machine: { readonly cores: number; readonly processesWaiting: readonly number[] };
  readonly results: readonly Result[];
}

export type Cell = string;
const row = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

export const two = (value: number): string => value.toFixed(2);
/** Two digits, the precision of a ratio of two times. */
export const rough = (value: number): string => String(Number(value.toPrecision(2)));
export const milliseconds = (value: number): string => (value < 10 ? value.toFixed(2) : String(Math.round(value)));
export const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');
export const missed = (text: string, isMissed: boolean): string => (isMissed ? `**${text}**` : text);
const NOT_MEASURED = 'not measured';
/** Goals with an upper and with a lower bound; bold if missed. */
export const most = (value: number, goal: number, text = two): Cell[] => [
  `≤ ${goal.toLocaleString('en-US')}`,
  Number.isFinite(value) ? missed(text(value), value > goal) : NOT_MEASURED,
];
export const least = (value: number, goal: number, text = rough): Cell[] => [
  `≥ ${goal}`,
  Number.isFinite(value) ? missed(text(value), value < goal) : NOT_MEASURED,
];

export const none = (value: number): Cell[] => ['none', missed(String(value), value > 0)];

/** The date and the machine's load, which makes times longer. */
export function measuredWhen({ date, machine }: Measured): string {
  const [busy = Number.NaN] = machine.processesWaiting;
  return `Measured on ${date.slice(0, 10)}, on ${machine.cores} cores with ${busy.toFixed(1)} processes at a time, the measurement's own among them.`;
}

/** Results by work, size and contender. */
export class Figures {
  readonly #results: readonly Result[];

  constructor({ results }: Measured) {
    this.#results = results;
  }

  /** Contenders of a workload at a size, selected by the beginning of the workload's name. */
  of(work: string, rows: number): readonly Result[] {
    return this.#results.filter((result) => result.workload.startsWith(work) && result.rows === rows);
  }

  one(work: string, rows: number, contender = PRODUCT): Result {
    const found = this.of(work, rows).find((result) => result.contender === contender);
    if (!found) throw new Error(`${RESULTS} has no ${work} of ${contender} at ${rows} rows`);
    return found;
  }

  /** A figure in a result's note. */
  noted(work: string, rows: number, pattern: RegExp, contender = PRODUCT): number {
    const { note = '' } = this.one(work, rows, contender);
    const value = Number(pattern.exec(note)?.[1]);
    if (Number.isNaN(value)) throw new Error(`${RESULTS}: the note of ${work} has no ${pattern}: ${note}`);
    return value;
  }

  /** The nearest peer's time as a multiple, and its name. */
  nearestPeer(work: string, rows: number): { readonly times: number; readonly name: string } | null {
    const ours = this.one(work, rows).medianMs;
    const [nearest] = this.of(work, rows)
      .filter(({ contender }) => contender !== PRODUCT && contender !== LIMIT)
      .sort((a, b) => a.medianMs - b.medianMs);
    return nearest ? { times: nearest.medianMs / ours, name: nearest.contender.replace(/ [\d.]\S*$/, '') } : null;
  }
}
