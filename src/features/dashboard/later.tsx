import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { appTexts } from '#texts/app.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';

/** Those parts of a page whose code comes after its first paint. */
type LaterParts = Readonly<typeof import('./later-parts.ts')>;

/** Keeps the later parts of the dashboard, once `load` has brought their code. */
export const createLaterParts = (load: () => Promise<LaterParts>) => {
  let parts: LaterParts | 'failed' | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: typeof parts) => {
    parts = next;
    for (const notify of listeners) notify();
  };
  return {
    /** The parts; null until their code is there, 'failed' where it did not come. */
    current: () => parts,
    subscribe(notify: () => void): () => void {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    /** Loads them, unless they are there. Resolves when that has succeeded or failed. */
    load(): Promise<void> {
      if (parts !== null && parts !== 'failed') return Promise.resolve();
      if (parts === 'failed') set(null);
      loading ??= load()
        .then(set, () => set('failed'))
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
  /** Whether there is something for it to show: it is loaded then at the latest. */
  readonly wanted: boolean;
  readonly children: (parts: LaterParts) => ReactNode;
}

/** A part of the dashboard whose code comes later. Until then it says so where it is wanted, and offers another try. */
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
