/** How many random walks there are: of a machine by itself, and through its screens. A run without `MODEL_WALKS` takes these. */
const defaults = { walks: 3_400, screenWalks: 2 };

const { MODEL_WALKS } = process.env;
const wanted = MODEL_WALKS === undefined ? undefined : Number(MODEL_WALKS);
if (wanted !== undefined && !Number.isSafeInteger(wanted))
  throw new Error(`MODEL_WALKS=${MODEL_WALKS} is not a whole number.`);

export const walks = Math.max(wanted ?? 0, defaults.walks);
export const screenWalks = wanted ?? defaults.screenWalks;
