/**
 * Figures from before prerendering, on which some goals are based. Measured on 2026-11-22 at commit dcd422c.
 * Times are relative to a reference measurement of the same run, so they apply to any machine.
 */
export const siteBefore = {
  /**
   * Ms from a click on Sign In to the first token request, minus the plain peer's time: two round trips for code.
   */
  codeBeforePool: 1_450,
  /** Time until a warm /dashboard's first row. `work` is a multiple of amplify-ui's work before its first paint. */
  warmFirstRow: { roundTrips: 3, work: 1.35 },
  /** Bytes of script, after Brotli, that /dashboard loads and /login doesn't. */
  dashboardScript: 77_700,
};
