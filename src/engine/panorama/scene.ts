/** What pictures are drawn from, by any back end. */
import { CodeMatrix } from '../../../kernels/simd/bins.ts';
import { CODE_COUNT } from '../../../kernels/statistics/percentileCodes.ts';
import type { CellCode, CodesAnswer, CodesRequest } from './codes.ts';
import { PENDING } from './codes.ts';
import type { Digits } from './digits.ts';
import type { PanoramaFrame, PanoramaRows } from './frame.ts';
import { isScaleAroundZero, scaleOf } from './palette.ts';

/** Scale of a matrix column whose codes have not arrived. */
export const PENDING_SCALE = 255;

export interface Scene {
  readonly matrix: CodeMatrix;
  /** By column of the matrix; changes whenever its codes do. */
  readonly versions: Uint32Array;
  /** Rows of the table in drawing order; a new array when they change. */
  readonly rows: Uint32Array;
  /** Columns of the matrix in drawing order; a new array when they change. */
  readonly slots: Uint16Array;
  /** By column of the matrix: the line of the palette (palette.ts), or PENDING_SCALE. A new array when it changes. */
  readonly scales: Uint8Array;
  /** Shapes of the digits for level 3; null for none. */
  readonly digits: Digits | null;
}

/** What the cached codes mean. */
type Meaning = Pick<CodesRequest, 'version' | 'reference' | 'aroundZero' | 'remaining'> & { readonly rowCount: number };

function sameNumbers(a: Uint32Array | null, b: Uint32Array | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && a.length === b.length && a.every((number, index) => number === b[index]);
}

function sameMeaning(a: Meaning, b: Meaning): boolean {
  const isSame = a.version === b.version && a.reference === b.reference && a.aroundZero === b.aroundZero;
  return isSame && a.rowCount === b.rowCount && sameNumbers(a.remaining, b.remaining);
}

/** Caches the codes of one reference, requests those that a frame lacks, and never shows codes of one meaning as another. */
export class SceneKeeper {
  readonly #ask: (request: CodesRequest) => void;
  #shown: PanoramaRows | null = null;
  #meaning: Meaning | null = null;
  #matrix: CodeMatrix | null = null;
  #slotOf = new Map<string, number>();
  #versions = new Uint32Array(0);
  #scales = new Uint8Array(0);
  #slots = new Uint16Array(0);
  #columns: readonly string[] = [];
  #ticket = 0;
  /** Requested columns that have not arrived. */
  #awaited = new Set<string>();
  #codesVersion = 0;

  constructor(ask: (request: CodesRequest) => void) {
    this.#ask = ask;
  }

  /** Grows whenever codes arrive or lose their meaning. */
  get codesVersion(): number {
    return this.#codesVersion;
  }

  show(rows: PanoramaRows): void {
    this.#shown = rows;
  }

  /** Forgets pending requests, which may never be answered. */
  askAnew(): void {
    this.#awaited.clear();
  }

  forget(ids: readonly string[]): void {
    this.#codesVersion++;
    this.#scales = this.#scales.slice();
    for (const id of ids) {
      const slot = this.#slotOf.get(id);
      if (slot !== undefined) this.#scales[slot] = PENDING_SCALE;
    }
    this.#awaited.clear();
  }

  /** What a frame is drawn from; null while there are no rows. */
  sceneOf(frame: PanoramaFrame, digits: Digits | null): Scene | null {
    const shown = this.#shown;
    if (!shown) return null;
    const { version, rowCount } = shown;
    const { reference, aroundZero } = frame;
    this.#mean({ version, rowCount, reference, aroundZero, remaining: reference === 'remaining' ? shown.remaining : null });
    this.#seat(frame.columns, rowCount);
    this.#fetch(frame);
    return {
      matrix: this.#matrix!,
      versions: this.#versions,
      rows: shown.rows,
      slots: this.#slots,
      scales: this.#scales,
      digits,
    };
  }

  /** Number of the frame's columns without codes. */
  pendingOf({ columns }: PanoramaFrame): number {
    return columns.filter((id) => this.#scaleOf(id) === PENDING_SCALE).length;
  }

  /** Stores an answer. Returns false when it is outdated. */
  receive({ ticket, columns }: CodesAnswer): boolean {
    if (ticket !== this.#ticket || !columns) return false;
    this.#codesVersion++;
    this.#scales = this.#scales.slice();
    for (const column of columns) {
      const slot = this.#slotOf.get(column.id);
      if (slot === undefined || !this.#awaited.delete(column.id)) continue;
      this.#matrix!.put(slot, column.codes);
      this.#versions[slot]!++;
      this.#scales[slot] = scaleOf(column);
    }
    return true;
  }

  cell(row: number, id: string): CellCode | null {
    const slot = this.#slotOf.get(id);
    const matrix = this.#matrix;
    const scale = this.#scaleOf(id);
    if (!matrix || slot === undefined || scale === PENDING_SCALE || row >= matrix.rowCount) return null;
    const code = matrix.codes[row * matrix.stride + slot] ?? PENDING;
    return { code, isAroundZero: code < CODE_COUNT && isScaleAroundZero(scale) };
  }

  #scaleOf(id: string): number {
    return this.#scales[this.#slotOf.get(id) ?? -1] ?? PENDING_SCALE;
  }

  #mean(meaning: Meaning): void {
    if (this.#meaning && sameMeaning(this.#meaning, meaning)) return;
    if (this.#meaning?.rowCount !== meaning.rowCount) this.#matrix = null;
    this.#meaning = meaning;
    this.#codesVersion++;
    this.#scales = new Uint8Array(this.#scales.length).fill(PENDING_SCALE);
    this.#awaited.clear();
  }

  /** Assigns each column a slot in the matrix; when it is full, all columns of the frame get new ones. */
  #seat(columns: readonly string[], rowCount: number): void {
    const isSame = columns.length === this.#columns.length && columns.every((id, index) => id === this.#columns[index]);
    if (isSame && this.#matrix) return;
    this.#columns = columns;
    for (const id of columns) if (!this.#slotOf.has(id)) this.#slotOf.set(id, this.#slotOf.size);
    if (!this.#matrix || this.#slotOf.size > this.#matrix.stride) {
      this.#slotOf = new Map(columns.map((id, slot) => [id, slot]));
      this.#matrix = null;
      this.#matrix = new CodeMatrix(rowCount, columns.length);
      this.#versions = new Uint32Array(this.#matrix.stride);
      this.#scales = new Uint8Array(this.#matrix.stride).fill(PENDING_SCALE);
      this.#codesVersion++;
      this.#awaited.clear();
    }
    this.#slots = Uint16Array.from(columns, (id) => this.#slotOf.get(id)!);
  }

  /** Requests the missing columns, those in view first. */
  #fetch({ columns, left }: PanoramaFrame): void {
    const lacking = columns.filter((id) => this.#scaleOf(id) === PENDING_SCALE);
    if (lacking.every((id) => this.#awaited.has(id))) return;
    const { version, reference, aroundZero, remaining } = this.#meaning!;
    const inView = columns.slice(Math.floor(left));
    const ids = [...new Set([...inView, ...columns])].filter((id) => this.#scaleOf(id) === PENDING_SCALE);
    this.#awaited = new Set(ids);
    this.#ask({ ticket: ++this.#ticket, version, ids, reference, aroundZero, remaining });
  }
}
