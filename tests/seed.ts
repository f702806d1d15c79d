const { SEED = '20261121', SOAK } = process.env;

/** Whether this is `npm run test:soak`, which also runs what CI leaves out. */
export const isSoak = SOAK !== undefined;

/**
 * What random tests begin with: the same in each run, so that a red one repeats. `npm run test:soak` takes a new one and prints
 * it; `SEED=N` gives one.
 */
export const seed = Number(SEED);
if (!Number.isSafeInteger(seed)) throw new Error(`SEED=${SEED} is not a whole number.`);

/**
 * The number of random walks for each machine: without its screens, and through them. `MODEL_WALKS` changes both. CI takes
 * only the generated paths through the screens.
 */
const defaults = { walks: 3_400, screenWalks: isSoak ? 2 : 0 };

const { MODEL_WALKS } = process.env;
const wanted = MODEL_WALKS === undefined ? undefined : Number(MODEL_WALKS);
if (wanted !== undefined && !Number.isSafeInteger(wanted))
  throw new Error(`MODEL_WALKS=${MODEL_WALKS} is not a whole number.`);

export const walks = Math.max(wanted ?? 0, defaults.walks);
export const screenWalks = wanted ?? defaults.screenWalks;
