const countUpSteps = 30;

/** Duration of the whole animation, in ms. */
const countUpDuration = 1_000;

/** Returns the 30 values to show while counting from one integer to another. The last value is `to`. */
export const countUpValues = (from: number, to: number): readonly number[] =>
  Array.from({ length: countUpSteps }, (_, step) =>
    step === countUpSteps - 1 ? to : Math.round(from + ((to - from) * (step + 1)) / countUpSteps),
  );

const stepTime = countUpDuration / countUpSteps;

/**
 * Shows the values within a second. Late timers skip values, so that the last one is still on time.
 * Returns a function that stops this.
 */
export const countUp = (values: readonly number[], show: (value: number) => void): (() => void) => {
  const begun = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (step: number) => {
    timer = setTimeout(
      () => {
        // Browsers round the time, so allow 1 ms.
        const due = Math.floor((performance.now() - begun + 1) / stepTime);
        const reached = Math.min(Math.max(due, step), values.length);
        show(values[reached - 1] ?? 0);
        if (reached < values.length) wait(reached + 1);
      },
      Math.ceil(begun + step * stepTime - performance.now()),
    );
  };
  wait(1);
  return () => clearTimeout(timer);
};
