import { useCustomer } from '#features/app-context.ts';
import type { DisplayedTransaction } from './displayed-transaction.ts';

/** Gives each row the press that opens its details; a row without an id has none. */
export const useOpenTransaction = () => {
  const { ledger } = useCustomer();
  return ({ id }: DisplayedTransaction) =>
    id === null ? undefined : () => ledger.send({ type: 'transaction.opened', id });
};
