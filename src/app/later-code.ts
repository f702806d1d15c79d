import { createLaterParts } from '#features/dashboard/later.tsx';

/** The code that the dashboard needs only after its first rows. */
export const importLater = () => import('./later.ts');

export const dashboardLater = createLaterParts(() =>
  importLater().then(({ dashboardParts }) => dashboardParts),
);
