import { chicagoTime } from './chicago-time.ts';

const year = /, \d+$/;

/**
 * The day in Chicago: `Dec 31`, or `Jan 01, 2027` in another year than `now`. Null if the stamp is unreadable.
 * @param now in milliseconds
 */
export const expiryDay = (stamp: string, now: number): string | null => {
  const day = chicagoTime(stamp)?.date ?? null;
  const today = chicagoTime(new Date(now).toISOString())?.date;
  const isThisYear = day?.match(year)?.[0] === today?.match(year)?.[0];
  return day !== null && isThisYear ? day.replace(year, '') : day;
};
