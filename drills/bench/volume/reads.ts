import * as v from 'valibot';
import { historySchema } from '#contract/transactions.ts';

export interface ReadTimes {
  readonly name: string;
  readonly few: readonly number[];
  readonly many: readonly number[];
}

const warmUps = 20;
const history = (page: number) => `/api/transactions/history?page=${page}&limit=10`;

/** Times a customer's reads at a small and a large store in turn, so that other load slows both equally. */
export const readTimes = async (
  stores: readonly [string, string],
  token: string,
  rounds: number,
): Promise<readonly ReadTimes[]> => {
  const headers = { Authorization: `Bearer ${token}` };
  const read = async (store: string, path: string): Promise<unknown> => {
    const reply = await fetch(`${store}${path}`, { headers });
    if (!reply.ok) throw new Error(`The store answered ${reply.status}`);
    return reply.json();
  };
  const lastPage = async (store: string): Promise<number> =>
    v.parse(historySchema, await read(store, history(1))).pagination.total_pages;
  const lasts = [await lastPage(stores[0]), await lastPage(stores[1])] as const;

  const pathsAt = (last: number) => ({
    'history, first page': history(1),
    'history, middle page': history(Math.ceil(last / 2)),
    'history, last page': history(last),
    summary: '/api/transactions/summary',
    balance: '/api/credits/balance',
  });
  const reads = Object.entries(pathsAt(lasts[0])).map(([name, path]) => ({ name, path }));
  const ofMany: Readonly<Record<string, string>> = pathsAt(lasts[1]);
  const times = reads.map(({ name }) => ({ name, few: [] as number[], many: [] as number[] }));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [place, { name, path }] of reads.entries()) {
      const sides = [
        [stores[0], path, times[place]?.few],
        [stores[1], ofMany[name] ?? path, times[place]?.many],
      ] as const;
      // Alternates, so that no store always follows the same one.
      for (const [store, at, taken] of round % 2 === 0 ? sides : sides.toReversed()) {
        const start = performance.now();
        await read(store, at);
        if (round >= 0) taken?.push(performance.now() - start);
      }
    }
  }
  return times;
};
