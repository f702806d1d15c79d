/** The measurement that this share of them stays below; 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** A figure and what it must not pass, in the same unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | '×' | 'frames';
  readonly limit?: number;
  /** What the figure is made of, for the table. */
  readonly note?: string;
}

export const isWithinLimit = ({ value, limit }: Figure): boolean => limit === undefined || value <= limit;
