import * as styles from './usage.css.ts';

interface Bar {
  readonly name: string;
  /** Can be negative. */
  readonly value: number;
  readonly text: string;
}

interface UsageChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

/** Width of a bar, as a part of its place. */
const barWidth = 0.72;

/** Height of the shortest bar, in percent, so that every use is visible. */
const leastHeight = 1;

/** Rounds up to a number that is easy to read: 1, 2 or 5 with zeros. */
const roundUp = (value: number): number => {
  if (value <= 1) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 2, 5].find((step) => step * unit >= value) ?? 10);
};

/** Draws bars, which stretch to the width. Screen readers read the label; a table has the figures. */
export const UsageChart = ({ label, bars, format }: UsageChartProps) => {
  const values = bars.map(({ value }) => value);
  const most = Math.max(...values);
  const top = roundUp(most);
  const bottom = Math.min(0, ...values);
  const percent = 100 / (top - bottom);
  const zero = top * percent;
  return (
    <div className={styles.chart}>
      <p className={styles.scale} aria-hidden="true">
        {most > 0 && format(top)}
      </p>
      <svg
        role="img"
        aria-label={label}
        className={styles.bars}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
      >
        {[0, zero / 2, zero].map((height) => (
          <line key={height} className={styles.rule} x2={bars.length} y1={height} y2={height} />
        ))}
        {bars.map(({ name, value, text }, place) => {
          const height = value === 0 ? 0 : Math.max(leastHeight, Math.abs(value) * percent);
          return (
            <g key={name}>
              <title>{`${name}: ${text}`}</title>
              {/* Makes the whole column show the title. */}
              <rect className={styles.place} x={place} width={1} height={100} />
              <rect
                className={value < 0 ? styles.returned : styles.bar}
                x={place + (1 - barWidth) / 2}
                width={barWidth}
                y={value < 0 ? zero : zero - height}
                height={height}
              />
            </g>
          );
        })}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
    </div>
  );
};
