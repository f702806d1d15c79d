import { importAhead } from '#chunks/import-chunk.ts';
import type { AppRouter } from './router.ts';

/** Reports what goes wrong on the page, and how fast it was, to the operator's address. */
export const reportTo = (address: string, router: AppRouter): void => {
  // The code that reports takes over what is pushed.
  const early: Event[] = [];
  const hear = (event: Event) => early.push(event);
  addEventListener('error', hear);
  addEventListener('unhandledrejection', hear);
  importAhead(() => import('./reports.ts')).then(
    ({ beginReports }) => beginReports(address, router, early),
    () => undefined,
  );
};
