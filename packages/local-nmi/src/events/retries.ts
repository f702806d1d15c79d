const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const times = (count: number, ms: number): readonly number[] => Array.from({ length: count }, () => ms);

/**
 * How long after a delivery that was not answered with 200 the next one follows, in milliseconds: 20 within three days, then
 * the event is given up (VD).
 */
export const retryDelaysMs: readonly number[] = [
  15 * secondMs,
  ...times(3, minuteMs),
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  ...times(10, hourMs),
  ...times(2, 12 * hourMs),
  24 * hourMs,
];
