import { QueryClient } from '@tanstack/react-query';
import type { CustomerSession } from '#app/customer-session.ts';
import type { LedgerActor } from '#features/shared/app-context.ts';
import { createBillingMemory } from '#features/shared/billing-memory.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import type { Story } from '../stories/story.ts';
import { checkoutFixture, ledgerFixture } from './actors.ts';
import { attachIdleField } from './card-fields.ts';
import { fullStore, pending, type StoreFixture } from './fixtures.ts';

/** The ledger's actor is null until the dashboard requests it. */
export const sessionFixture = ({
  checkout: checkoutSetup = {},
  ledger: ledgerSetup = {},
  ...story
}: Story) => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  });
  const checkout = checkoutFixture(checkoutSetup);
  checkout.start();
  let ledger: LedgerActor | null = null;
  const end = () => {
    checkout.stop();
    ledger?.stop();
    queryClient.clear();
  };
  const store: StoreFixture = { ...fullStore, ...story.store };
  const session: CustomerSession = {
    queryClient,
    storeQuery: createStoreQuery({ read: (name) => store[name]() }),
    checkout,
    billing: createBillingMemory(),
    dropSought: () => undefined,
    readAhead: () => undefined,
    rereadHistory: async () => false,
    prefetchDownload: () => undefined,
    warmUpCardFields: () => undefined,
    attachCardField: attachIdleField,
    ledgerAt(address) {
      if (ledger === null) {
        ledger = ledgerFixture(ledgerSetup, address);
        ledger.start();
      }
      return ledger;
    },
    isLeftByAnother: () => false,
    isBuying: () => false,
    leave: () => undefined,
    end,
  };
  const open = async (): Promise<CustomerSession> => {
    if (story.customerCode === 'broken') throw new Error('The code of a customer’s pages is broken');
    return story.customerCode === 'on its way' ? pending() : session;
  };
  return {
    scope: { open, close: () => undefined, isBuying: () => false },
    checkout,
    ledger: () => ledger,
    end,
  };
};
