/** The measurement that this share of them stays below; 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What was measured, in turn with what it is compared to. */
export interface Sample {
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

/** The median of some measurements and how far they lie apart. */
export const sampleOf = (values: readonly number[]): Sample => ({
  value: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/**
 * How many times one thing is another one: of their medians, and how far the single rounds lie apart, each with what was
 * measured right beside it.
 */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Sample => {
  const rounds = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return { ...sampleOf(rounds), value: median(ours) / median(theirs) };
};

/**
 * How many times one thing is another one, of many rounds that are each as much worth: the geometric mean of the rounds' ratios and its
 * standard error, as a share of it.
 */
export const meanRatioOf = (
  ours: readonly number[],
  theirs: readonly number[],
): { readonly ratio: number; readonly error: number } => {
  const logarithms = ours.map((value, round) => Math.log(value / (theirs[round] ?? Number.NaN)));
  const mean = sum(logarithms) / logarithms.length;
  const variance = sum(logarithms.map((one) => (one - mean) ** 2)) / (logarithms.length - 1);
  return { ratio: Math.exp(mean), error: Math.sqrt(variance / logarithms.length) };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const units = ['×', 'ms', 'frames', 'kB', ''] as const;

/** A figure and what it must not pass, in the same unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: (typeof units)[number];
  /** The least and the most of the rounds. */
  readonly spread?: readonly [number, number];
  readonly limit?: number;
  /** What the best would reach. */
  readonly stretch?: number;
  /** What the figure is made of, for the table. */
  readonly note?: string;
}

/** A figure of a sample. */
export const figureOf = (
  name: string,
  unit: Figure['unit'],
  { value, least, most }: Sample,
  goal: Pick<Figure, 'limit' | 'stretch' | 'note'> = {},
): Figure => ({ name, value, unit, spread: [least, most], ...goal });

/** A figure that could not be measured has not met its limit. */
export const isWithinLimit = ({ value, limit }: Figure): boolean => limit === undefined || value <= limit;
