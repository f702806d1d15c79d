import * as v from 'valibot';
import { activitySchema } from '#contract/activity.ts';
import { activityKinds } from '#contract/queries.ts';
import { historySchema } from '#contract/transactions.ts';
import { readJson, timeInTurn } from '../rounds.ts';
import { commonReference } from './generate-credits.ts';

const warmUps = 20;
const history = (page: number) => `/api/transactions/history?page=${page}&limit=10`;

const activity = (query: string) => `/api/activity?limit=20${query}`;

/** The size of a customer's ledger (in pages) and activity (in movements). */
interface Extent {
  readonly lastPage: number;
  readonly movements: number;
}

const dayMs = 86_400_000;
/** The generated movements begin three years ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** Returns the paths of the merchant's reads. */
const merchantPathsAt = (customerId: string, { movements }: Extent) => {
  const own = `/v1/customers/${customerId}`;
  const list = `${own}/activity?limit=20`;
  const reference = `&reference=${encodeURIComponent(commonReference)}`;
  const middle = `&before=${Math.ceil(movements / 2)}`;
  const times = `&from=${daysAgo(900)}&to=${daysAgo(600)}`;
  const year = `${own}/usage?from=${daysAgo(400).slice(0, 10)}&to=${daysAgo(35).slice(0, 10)}`;
  return {
    'grants, for the merchant': `${own}/grants`,
    'activity, for the merchant': `${list}${middle}`,
    'activity, one reference': `${list}${reference}`,
    'activity, one reference, middle page': `${list}${reference}${middle}`,
    'activity, returns of one reference': `${list}${reference}&kind=return${middle}`,
    'activity, between two times': `${list}${times}`,
    'activity, one reference between two times': `${list}${reference}${times}`,
    'usage by day, 30 days': `${own}/usage`,
    'usage by reference, 30 days': `${own}/usage?by=reference`,
    'usage by reference, a year': `${year}&by=reference`,
    'customer, with the spending limit': own,
  };
};

/** Returns the paths of a list's first, middle and last page. The oldest movements include 20 of most kinds. */
const activityPathsAt = (name: string, filter: string, { movements }: Extent) => ({
  [`${name}, first page`]: activity(filter),
  [`${name}, middle page`]: activity(`${filter}&before=${Math.ceil(movements / 2)}`),
  [`${name}, last page`]: activity(`${filter}&before=${filter === '' ? 21 : 501}`),
});

const pathsAt = (customerId: string, extent: Extent): Readonly<Record<string, string>> => ({
  'history, first page': history(1),
  'history, middle page': history(Math.ceil(extent.lastPage / 2)),
  'history, last page': history(extent.lastPage),
  summary: '/api/transactions/summary',
  balance: '/api/credits/balance',
  'held and expiring credits': '/api/credits',
  ...merchantPathsAt(customerId, extent),
  ...activityPathsAt('activity', '', extent),
  ...Object.assign(
    {},
    ...activityKinds.map((kind) => activityPathsAt(`activity, ${kind}`, `&kind=${kind}`, extent)),
  ),
});

/**
 * Times a customer's reads in a small and a large store in turn, so that other load slows both equally.
 *
 * @param keys the merchant's API key for each store
 */
export const readTimes = async (
  [small, large]: readonly [string, string],
  { customerId, token, keys }: { customerId: string; token: string; keys: readonly [string, string] },
  rounds: number,
) => {
  const readAt = (store: string, key: string) => (path: string) =>
    readJson(`${store}${path}`, `Bearer ${path.startsWith('/v1/') ? key : token}`);
  const [readFew, readMany] = [readAt(small, keys[0]), readAt(large, keys[1])];
  const extentOf = async (read: (path: string) => Promise<unknown>): Promise<Extent> => ({
    lastPage: v.parse(historySchema, await read(history(1))).pagination.total_pages,
    movements: Number(v.parse(activitySchema, await read(activity(''))).entries[0]?.id),
  });
  const fewPaths = pathsAt(customerId, await extentOf(readFew));
  const manyPaths = pathsAt(customerId, await extentOf(readMany));

  const times: { name: string; few: readonly number[]; many: readonly number[] }[] = [];
  for (const [name, path] of Object.entries(fewPaths)) {
    const both = [() => readFew(path), () => readMany(manyPaths[name] ?? path)];
    const [few = [], many = []] = await timeInTurn(both, { warmUps, rounds });
    times.push({ name, few, many });
  }
  return times;
};
