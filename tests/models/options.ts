import { isSoak } from '#tests/seed.ts';

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
