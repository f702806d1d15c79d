import { createLaterParts } from '#features/dashboard/later.tsx';

/** The code that the dashboard needs only after its first rows. */
export const importLater = () => import('./purchase-services.ts');

export const dashboardLater = createLaterParts(() =>
  importLater().then(({ dashboardParts }) => dashboardParts),
);

/** Resolves when the code has loaded. After a failure, that takes the customer's Retry or a new connection. */
export const whenDashboardLoads = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      const parts = dashboardLater.current();
      if (parts === null || parts === 'failed') return;
      stop();
      resolve();
    };
    const stop = dashboardLater.subscribe(check);
    void dashboardLater.load().then(check);
  });
