/**
 * The site before prerendering, for goals that are a share of it. Measured on 2026-11-22 at commit dcd422c.
 * Times are relative to an unchanging measurement of the same run, so they apply to any machine.
 */
export const siteBefore = {
  /**
   * In ms, from the click on Sign In to the first token request, beyond the plain peer's time. Two round
   * trips for code, which the slow network makes equal everywhere.
   */
  codeBeforePool: 1_450,
  /**
   * The first row of a warm /dashboard: sequential round trips, and work as a multiple of amplify-ui's work
   * before its own first paint, warm.
   */
  warmFirstRow: { roundTrips: 3, work: 1.35 },
  /** Brotli bytes that /dashboard loads and /login does not. */
  dashboardScript: 77_700,
};
