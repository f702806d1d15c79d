import * as v from 'valibot';
import { balanceSchema } from '#contract/account.ts';
import { historySchema, type Transaction } from '#contract/transactions.ts';

export type AccountState = ReturnType<typeof accountStateOf>;

/** Reads a customer's account from the store. @param accessToken returns the pages' newest token */
export const accountStateOf = (store: string, accessToken: () => string) => {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${store}${path}`, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken()}` },
    });
    if (!response.ok) throw new Error(`The store answered ${response.status} to GET ${path}`);
    return response.json();
  };
  return {
    balance: async (): Promise<number> => v.parse(balanceSchema, await read('/api/credits/balance')).balance,
    /** Returns the transactions, newest first. */
    async rows(): Promise<readonly Transaction[]> {
      const first = v.parse(historySchema, await read('/api/transactions/history?page=1&limit=100'));
      if (first.pagination.total_pages > 1) throw new Error('The ledger is longer than was read');
      return first.transactions;
    },
  };
};
