/** How the run tells its workers where the dev server is. */
export const originVariable = 'TEST_GALLERY_ORIGIN';

/**
 * The origin of the dev server that this run has started.
 *
 * @throws Error outside of a run
 */
export function originOfRun(): string {
  const origin = process.env[originVariable];
  if (origin === undefined) throw new Error('There is no dev server: the global set-up did not run');
  return origin;
}
