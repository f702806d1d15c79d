import { createLaterParts } from '#features/dashboard/later.tsx';

/** Brings what a customer may use once the first rows of the dashboard stand. */
export const importLater = () => import('./later.ts');

/** The parts of the dashboard that come later. */
export const dashboardLater = createLaterParts(() =>
  importLater().then(({ dashboardParts }) => dashboardParts),
);
