import { QueryClient } from '@tanstack/react-query';
import type { CustomerScope } from '#app/customer-scope.ts';
import type { CustomerSession } from '#app/customer-session.ts';
import type { LedgerActor } from '#features/app-context.ts';
import { createStoreQuery } from '#features/store-query.ts';
import type { Story } from '../stories/story.ts';
import { checkoutFixture, ledgerFixture } from './actors.ts';
import { attachIdleField } from './card-fields.ts';
import { fullStore, type StoreFixture } from './fixtures.ts';

/** A customer's session over the story's machines and a store of fixtures. */
export interface SessionFixture {
  readonly scope: CustomerScope;
  readonly checkout: CustomerSession['checkout'];
  /** The ledger, once the dashboard has asked for it. */
  ledger(): LedgerActor | null;
  end(): void;
}

export const sessionFixture = ({
  checkout: part = {},
  ledger: ledgerPart = {},
  ...story
}: Story): SessionFixture => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  });
  const checkout = checkoutFixture(part);
  checkout.start();
  let ledger: LedgerActor | null = null;
  const end = () => {
    checkout.stop();
    ledger?.stop();
    queryClient.clear();
  };
  const answers: StoreFixture = { ...fullStore, ...story.store };
  const session: CustomerSession = {
    queryClient,
    storeQuery: createStoreQuery({ read: (name) => answers[name]() }),
    checkout,
    readAhead: () => undefined,
    attachCardField: attachIdleField,
    ledgerAt(address) {
      if (ledger === null) {
        ledger = ledgerFixture(ledgerPart, address);
        ledger.start();
      }
      return ledger;
    },
    isBuying: () => false,
    leave: () => undefined,
    end,
  };
  const open = async (): Promise<CustomerSession> => {
    if (story.customerCode === 'broken') throw new Error('The code of a customer’s pages is broken');
    return story.customerCode === 'on its way' ? new Promise<never>(() => undefined) : session;
  };
  return { scope: { open, close: () => undefined }, checkout, ledger: () => ledger, end };
};
