/**
 * What the site was before it was prerendered, for the goals that are shares of that: measured on 2026-11-22, at the build of
 * commit dcd422c. Times are told by something that is measured in the same run and that nothing in the site changes, so that
 * they hold on another machine, too.
 */
export const siteBefore = {
  /**
   * From the click on Sign In to the first request for tokens, beyond what the plain peer takes, in milliseconds: two round
   * trips for code, which the slow network makes the same everywhere.
   */
  codeBeforePool: 1_450,
  /**
   * The first row of a warm /dashboard: so many round trips in a row, and work as a multiple of what amplify-ui has before
   * its own first paint, warm.
   */
  warmFirstRow: { roundTrips: 3, work: 1.35 },
  /** Bytes of brotli that /dashboard loads and /login does not. */
  dashboardScript: 77_700,
};
