/** The steps of a moving count. */
export const countUpSteps = 30;

/** How long a count moves, in milliseconds. */
export const countUpDuration = 1_000;

/** The 30 values shown on the way from one whole number to another, the last one exact. */
export const countUpValues = (from: number, to: number): readonly number[] =>
  Array.from({ length: countUpSteps }, (_, step) =>
    step === countUpSteps - 1 ? to : Math.round(from + ((to - from) * (step + 1)) / countUpSteps),
  );
