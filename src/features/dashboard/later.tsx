import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { appTexts } from '#texts/app.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';

type LaterParts = Readonly<typeof import('./later-parts.ts')>;

export const createLaterParts = (load: () => Promise<LaterParts>) => {
  let parts: LaterParts | 'failed' | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  let arrive = (_parts: LaterParts) => {};
  const arrived = new Promise<LaterParts>((resolve) => {
    arrive = resolve;
  });
  const set = (next: typeof parts) => {
    parts = next;
    for (const notify of listeners) notify();
  };
  return {
    /** Resolves when the parts have loaded. After a failure, that takes Retry or a new connection. */
    arrived,
    /** Null until the parts load; 'failed' if loading failed. */
    current: () => parts,
    subscribe(notify: () => void): () => void {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    /** Loads the parts once. Resolves on success and on failure. */
    load(): Promise<void> {
      if (parts !== null && parts !== 'failed') return Promise.resolve();
      if (parts === 'failed') set(null);
      loading ??= load()
        .then(
          (loaded) => {
            set(loaded);
            arrive(loaded);
          },
          () => set('failed'),
        )
        .finally(() => {
          loading = null;
        });
      return loading;
    },
  };
};

export type DashboardLater = ReturnType<typeof createLaterParts>;

export const LaterContext = createContext<DashboardLater | null>(null);

const useLater = (): DashboardLater => {
  const later = use(LaterContext);
  if (later === null) throw new Error('A part of the dashboard was rendered outside of LaterContext');
  return later;
};

interface LaterProps {
  /** Whether the part has something to show, which forces it to load. */
  readonly wanted: boolean;
  readonly children: (parts: LaterParts) => ReactNode;
}

/** A part of the dashboard whose code loads later. If wanted, it shows a status or a retry until then. */
export const Later = ({ wanted, children }: LaterProps) => {
  const later = useLater();
  const parts = useSyncExternalStore(later.subscribe, later.current, later.current);
  useEffect(() => {
    if (!wanted) return undefined;
    const load = () => void later.load();
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [wanted, later]);

  if (parts !== null && parts !== 'failed') return children(parts);
  if (!wanted) return null;
  return parts === 'failed' ? (
    <RetryBanner text={dashboardTexts.partMissing} onRetry={() => void later.load()} />
  ) : (
    <Spinner label={appTexts.loading} />
  );
};
