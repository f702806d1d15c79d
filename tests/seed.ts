const { SEED = '20261121', SOAK } = process.env;

/** Whether this is `npm run test:soak`, which also runs what CI leaves out. */
export const isSoak = SOAK !== undefined;

/**
 * What random tests begin with: the same in each run, so that a red one repeats. `npm run test:soak` takes a new one and prints
 * it; `SEED=N` gives one.
 */
export const seed = Number(SEED);
if (!Number.isSafeInteger(seed)) throw new Error(`SEED=${SEED} is not a whole number.`);
