export const countUpSteps = 30;

/** Milliseconds. */
export const countUpDuration = 1_000;

/** The 30 values to show while counting from one whole number to another. The last one is exact. */
export const countUpValues = (from: number, to: number): readonly number[] =>
  Array.from({ length: countUpSteps }, (_, step) =>
    step === countUpSteps - 1 ? to : Math.round(from + ((to - from) * (step + 1)) / countUpSteps),
  );
