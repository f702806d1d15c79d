/** A count with its noun: `1 credit`, `1,300 credits`. @param count as it is shown */
export const countOf = (count: string | number, noun: string): string =>
  `${count} ${String(count) === '1' ? noun : `${noun}s`}`;
