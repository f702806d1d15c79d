/**
 * The site before prerendering, for goals that are a share of it. Measured on 2026-11-22 at commit dcd422c.
 * Times are relative to an unchanging measurement of the same run, so they apply to any machine.
 */
export const siteBefore = {
  /**
   * In ms, from Sign In to the first token request, beyond the plain peer's time: two round trips for code.
   */
  codeBeforePool: 1_450,
  /** A warm /dashboard's first row. Work is a multiple of amplify-ui's before its own warm first paint. */
  warmFirstRow: { roundTrips: 3, work: 1.35 },
  /** Brotli bytes that /dashboard loads and /login does not. */
  dashboardScript: 77_700,
};
