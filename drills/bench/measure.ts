/** Returns a quantile of the values. A `share` of 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Sample {
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

export const sampleOf = (values: readonly number[]): Sample => ({
  value: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** Returns the ratio of the medians, and the range of the rounds' ratios. */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Sample => {
  const rounds = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return { ...sampleOf(rounds), value: median(ours) / median(theirs) };
};

export const inMs = (times: readonly number[]): string => `${median(times).toFixed(0)} ms`;

/** A measured value and its limit, in the same unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'kB' | '';
  readonly spread?: readonly [number, number];
  readonly limit?: number;
  /** A more ambitious goal than the limit. */
  readonly stretch?: number;
  readonly note?: string;
}

export const figureOf = (
  name: string,
  unit: Figure['unit'],
  { value, least, most }: Sample,
  goal: Pick<Figure, 'limit' | 'stretch' | 'note'> = {},
): Figure => ({ name, value, unit, spread: [least, most], ...goal });

/** Compares times in ms. The note shows the medians, followed by `note`. */
export const ratioFigureOf = (
  name: string,
  ours: readonly number[],
  theirs: readonly number[],
  { note = '', ...goal }: Pick<Figure, 'limit' | 'stretch' | 'note'> = {},
): Figure =>
  figureOf(name, '×', ratioOf(ours, theirs), { ...goal, note: `${inMs(ours)} ÷ ${inMs(theirs)}${note}` });

/** Returns whether a figure meets its limit. A figure that couldn't be measured (NaN) doesn't. */
export const isWithinLimit = ({ value, limit }: Figure): boolean => limit === undefined || value <= limit;
