const { SEED = '20261121', SOAK } = process.env;

/** Whether this is `npm run test:soak`, which also runs tests that CI skips. */
export const isSoak = SOAK !== undefined;

/**
 * The seed of random tests, fixed so that failures are reproducible. `npm run test:soak` picks and prints a
 * new seed; `SEED=N` sets the seed.
 */
export const seed = Number(SEED);
if (!Number.isSafeInteger(seed)) throw new Error(`SEED=${SEED} is not a whole number.`);

/**
 * Random walks per machine, without and with its screens. `MODEL_WALKS` sets both numbers.
 * CI runs fewer walks, and none with screens, because the generated paths already take each transition.
 */
const defaults = { walks: isSoak ? 3_400 : 1_000, screenWalks: isSoak ? 2 : 0 };

const { MODEL_WALKS } = process.env;
const wanted = MODEL_WALKS === undefined ? undefined : Number(MODEL_WALKS);
if (wanted !== undefined && !Number.isSafeInteger(wanted))
  throw new Error(`MODEL_WALKS=${MODEL_WALKS} is not a whole number.`);

export const walks = Math.max(wanted ?? 0, defaults.walks);
export const screenWalks = wanted ?? defaults.screenWalks;
