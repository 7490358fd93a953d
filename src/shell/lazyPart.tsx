import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { CatalogueError } from './errors.ts';
import { useT } from './i18n.ts';
import { loadChunk } from './reload.ts';

/**
 * A component that is fetched when it is first shown; the nearest Suspense holds its place until then. When it can't be fetched, the page
 * reloads once. When it still can't, or when it throws, an error with a retry takes its place, and the rest of the page stays.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const fetchPart = (isAsked: boolean): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => ({ default: await loadChunk(load, () => new URL(location.href), isAsked) }));
  let Fetched = fetchPart(false);

  return class LazyPart extends Component<P, { readonly error: Error | null }> {
    override state = { error: null };

    static getDerivedStateFromError(error: unknown): { error: Error } {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }

    readonly retry = (): void => {
      // React keeps a failed import: another one has to take its place.
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
    <p className="failed-part" role="alert">
      <span>{isLost(error) ? t('part.lost') : t('part.failed', { reason: error.message })}</span>
      <button type="button" onClick={onRetry}>
        {t('failure.retry')}
      </button>
    </p>
  );
}
