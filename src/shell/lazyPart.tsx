import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { CatalogueError } from './errors.ts';
import { useT } from './i18n.ts';
import { loadChunk } from './reload.ts';

let loadingCount = 0;

/** Whether a part has been rendered that is still loading. */
export function isPartLoading(): boolean {
  return loadingCount > 0;
}

async function counted<Result>(loading: Promise<Result>): Promise<Result> {
  loadingCount++;
  try {
    return await loading;
  } finally {
    loadingCount--;
  }
}

/**
 * A component loaded on first render, under the nearest Suspense. A failed load reloads the page once; if it fails again, or if the
 * component throws, an error with a retry button takes its place.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetchPart = (isAsked: boolean): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => ({ default: await counted(loadChunk(load, () => new URL(location.href), isAsked)) }));
  let Fetched = fetchPart(false);

  return class LazyPart extends Component<P, { readonly error: Error | null }> {
    override state = { error: null };

    static getDerivedStateFromError(error: unknown): { error: Error } {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }

    readonly retry = (): void => {
      // React caches failed imports, so it needs a new one.
      if (isLost(this.state.error)) Fetched = fetchPart(true);
      this.setState({ error: null });
    };

    override render(): ReactNode {
      const { error } = this.state;
      return error === null ? <Fetched {...this.props} /> : <FailedPart error={error} onRetry={this.retry} />;
    }
  };
}

function isLost(error: Error | null): boolean {
  return error instanceof CatalogueError && error.code === 'chunkFailed';
}

function FailedPart({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useT();
  return (
    <p className="failed-part line wrap" role="alert">
      <span>{isLost(error) ? t('part.lost') : t('part.failed', { reason: error.message })}</span>
      <button type="button" onClick={onRetry}>
        {t('failure.retry')}
      </button>
    </p>
  );
}
