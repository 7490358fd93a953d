/** The worker's universe: its load, when it is published, and the self-tests after it. */
import type { BackendName } from '../../../kernels/gpu/device.ts';
import { driversKey } from '../../../kernels/gpu/renderers.ts';
import type { Freshness } from '../load/fetchAnswer.ts';
import { Loader } from '../load/loader.ts';
import { remoteSource } from '../load/remote.ts';
import { RetainedAnswers } from '../load/retainedAnswers.ts';
import { type Portfolio, withHoldings } from '../table/holdings.ts';
import type { Table } from '../table/table.ts';
import type { Accelerator } from './accelerator.ts';
import type { BackendChoice, UniverseState } from './protocol.ts';
import { pause, type TimeSlicer } from './timeSlicer.ts';

/** While loading, the universe is published with its first rows, then after a longer wait, then at a regular interval, because each publication slows the load down. */
const SECOND_PUBLISH_MS = 2000;
const PUBLISH_MS = 1000;
/** Longest that loading waits for the page to paint the first rows, which a hidden page never does. */
const SHOWN_MS = 1000;
/** Longest that a country waits for those before it. */
const TURN_MS = 500;
/** Self-tests start after this long without requests, and wait this long between trials after a request. */
const SELF_TEST_IDLE_MS = 2000;
const TRIAL_IDLE_MS = 400;
/** Retained answers are dropped this long after the load. */
const RETAINED_MS = 120_000;

export class Universe {
  readonly #accelerator: Accelerator;
  readonly #slicer: TimeSlicer;
  readonly #publish: (universe: UniverseState) => void;
  #loader: Loader | null = null;
  /** The answers of the load, until they are taken; null when this page keeps none. */
  #retained: RetainedAnswers | null = null;
  #base = '';
  #forced: BackendName | null = null;
  #remembered: BackendChoice | null = null;
  #isSelfTested = false;
  /** Resolves once it is known what computes the ratios of the load. */
  #ratiosChosen: Promise<void> = Promise.resolve();
  #portfolio: Portfolio | null = null;
  /** Number of portfolios so far: each makes a new version of the table. */
  #portfolios = 0;
  #extended: { readonly base: Table; readonly table: Table } | null = null;
  #publishTimer: ReturnType<typeof setTimeout> | null = null;
  #publishedRowCount = 0;
  /** Publications of this load. */
  #published = 0;
  /** Tells the loader that rows have been painted. */
  #showRows: () => void = () => {};

  /** @param publish called with the state of the universe whenever it is due */
  constructor(accelerator: Accelerator, slicer: TimeSlicer, publish: (universe: UniverseState) => void) {
    this.#accelerator = accelerator;
    this.#slicer = slicer;
    this.#publish = publish;
  }

  /** Throws before the first load. */
  table(): Table {
    if (!this.#loader) throw new Error('no universe has been requested');
    const base = this.#loader.table();
    if (this.#portfolios === 0) return base;
    if (this.#extended?.base !== base) {
      const table = this.#portfolio ? withHoldings(base, this.#portfolio) : base;
      this.#extended = { base, table: { ...table, version: base.version + this.#portfolios } };
    }
    return this.#extended.table;
  }

  /** Adds a portfolio's columns to the table, or removes them. */
  hold(portfolio: Portfolio | null): void {
    this.#portfolio = portfolio;
    this.#portfolios++;
    this.#extended = null;
    this.#publishNow();
  }

  /** Rows loaded so far, while loading. */
  get arrivingRowCount(): number {
    return this.#loader?.loading ? this.#loader.rowCount : 0;
  }

  get isComplete(): boolean {
    return this.#loader !== null && !this.#loader.loading;
  }

  load(base: string, backend: BackendName | null, known: BackendChoice | null, cache: Freshness = 'default'): void {
    this.#remembered = known;
    this.#isSelfTested = this.#isSelfTested && this.#forced === backend;
    this.#forced = backend;
    this.#base = base;
    this.#publishedRowCount = 0;
    this.#published = 0;
    this.#loader?.abandon();
    const painted = new Promise<void>((resolve) => {
      this.#showRows = resolve;
    });
    const isShown = Promise.race([painted, new Promise<void>((resolve) => setTimeout(resolve, SHOWN_MS))]);
    this.#retained?.drop();
    const retained = 'caches' in globalThis ? new RetainedAnswers() : null;
    this.#retained = retained;
    const accelerator = this.#accelerator;
    const loader = new Loader(
      remoteSource(base, { retained, cache }),
      (changed) => this.#publishSoon(changed),
      () => (accelerator.does('ratios') ? (columnOf, rowCount, absent) => accelerator.ratios(columnOf, rowCount, absent) : null),
      // Only cross-origin isolated pages may share memory; others get copies.
      globalThis.crossOriginIsolated ? 'shared' : 'own',
      { isShown, late: () => new Promise((resolve) => setTimeout(resolve, TURN_MS)), isSent: pause },
    );
    this.#loader = loader;
    const loaded = loader.load();
    if (!this.#isSelfTested) this.#ratiosChosen = this.#chooseForLoad(known, backend, Promise.race([painted, loaded]), loader);
    void loaded.then(() => setTimeout(() => retained?.drop(), RETAINED_MS));
  }

  /** Loads everything again, bypassing every cache. */
  reload(): void {
    this.load(this.#base, this.#forced, this.#remembered, 'reload');
  }

  async retry(countries: readonly string[]): Promise<void> {
    await this.#loader?.retry(countries);
  }

  /** Rows have been painted: loading continues. */
  showRows(): void {
    this.#showRows();
  }

  /** Sends the answers of all loaded countries to the port, or drops them. */
  keep(port: MessagePort | undefined): void {
    const countries = this.#loader?.universe().countries ?? [];
    const lost = countries.flatMap(({ country, status }) => (status === 'loaded' ? [] : [country]));
    const isGood = (url: string): boolean =>
      !lost.some((country) => new URL(url).pathname.endsWith(`/${encodeURIComponent(country)}`));
    if (port && this.#retained) this.#retained.handOver(port, isGood);
    else this.#retained?.drop();
    this.#retained = null;
  }

  #publishNow(): void {
    if (this.#publishTimer !== null) clearTimeout(this.#publishTimer);
    this.#publishTimer = null;
    if (!this.#loader) return;
    this.#publishedRowCount = this.#loader.rowCount;
    this.#published++;
    const { version, otherColumns } = this.table();
    this.#publish({ ...this.#loader.universe(), version, otherColumns });
  }

  #publishSoon(changed: Loader): void {
    if (changed !== this.#loader) return;
    const wait = this.#published === 1 ? SECOND_PUBLISH_MS : PUBLISH_MS;
    if (!changed.loading || this.#publishedRowCount === 0) this.#publishNow();
    else this.#publishTimer ??= setTimeout(() => this.#publishNow(), wait);
    if (!changed.loading && !this.#isSelfTested) void this.#selfTestBackends();
  }

  /** First everything but ratios is computed by the loops, or as remembered; then, once, each back end is tested. */
  async #selfTestBackends(): Promise<void> {
    this.#isSelfTested = true;
    const forced = this.#forced;
    if (forced === null) await this.#slicer.idle(SELF_TEST_IDLE_MS);
    await this.#ratiosChosen;
    const drivers = await driversKey();
    const rowCount = this.#loader?.rowCount ?? 0;
    if (forced !== null || !this.#accelerator.recall(this.#remembered, drivers, rowCount)) {
      const clock = { now: () => performance.now(), pause: () => this.#slicer.idle(forced === null ? TRIAL_IDLE_MS : 0) };
      await this.#accelerator.chooseBackends(forced, clock, drivers, rowCount);
    }
    if (this.#accelerator.does('masks')) this.#publishNow();
  }

  /**
   * Lets a back end that has proved faster at ratios here compute them from the first country on, and a forced one once the first rows are
   * painted. No other is tested during a load: opening a GPU takes longer than all ratios do.
   */
  async #chooseForLoad(
    known: BackendChoice | null,
    forced: BackendName | null,
    painted: Promise<void>,
    loader: Loader,
  ): Promise<void> {
    const isOver = (): boolean => this.#isSelfTested || this.#loader !== loader;
    if (forced === null) {
      if ((known?.byWork.ratios ?? 'cpu') === 'cpu') return;
      const drivers = await driversKey();
      if (!isOver()) this.#accelerator.recall(known, drivers, null);
      return;
    }
    if (forced === 'cpu') return;
    await painted;
    if (!loader.loading || isOver()) return;
    const overtaken = new Error('the load was over before the trial');
    const rest = async (): Promise<void> => {
      await pause();
      if (!loader.loading || isOver()) throw overtaken;
    };
    try {
      await this.#accelerator.forceForRatios(forced, { now: () => performance.now(), pause: rest });
    } catch (error) {
      if (error !== overtaken) throw error;
    }
  }
}
