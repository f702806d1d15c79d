export const countUpSteps = 30;

/** Duration of the whole animation, in ms. */
export const countUpDuration = 1_000;

/** Returns the 30 values to show while counting from one integer to another. The last value is `to`. */
export const countUpValues = (from: number, to: number): readonly number[] =>
  Array.from({ length: countUpSteps }, (_, step) =>
    step === countUpSteps - 1 ? to : Math.round(from + ((to - from) * (step + 1)) / countUpSteps),
  );
