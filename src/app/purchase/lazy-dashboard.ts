import { createLaterParts } from '#features/dashboard/later.tsx';

/** The code that the dashboard needs only after its first rows. */
export const importLater = () => import('./purchase-services.ts');

export const dashboardLater = createLaterParts(() =>
  importLater().then(({ dashboardParts }) => dashboardParts),
);
