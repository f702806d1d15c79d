import { QueryClient } from '@tanstack/react-query';
import type { CustomerScope } from '#app/customer-scope.ts';
import type { CustomerSession } from '#app/customer-session.ts';
import type { LedgerActor } from '#features/app-context.ts';
import { createStoreQuery } from '#features/store-query.ts';
import type { Scene } from '../scenes/scene.ts';
import { stageCheckout, stageLedger } from './actors.ts';
import { attachIdleField } from './card-fields.ts';
import { fullStore, type StoreFixture } from './fixtures.ts';

/** A customer's session over the scene's machines and a store of fixtures. */
export interface StagedSession {
  readonly scope: CustomerScope;
  readonly checkout: CustomerSession['checkout'];
  /** The ledger, once the dashboard has asked for it. */
  ledger(): LedgerActor | null;
  end(): void;
}

export const stageSession = ({
  checkout: part = {},
  ledger: ledgerPart = {},
  ...scene
}: Scene): StagedSession => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  });
  const checkout = stageCheckout(part);
  checkout.start();
  let ledger: LedgerActor | null = null;
  const end = () => {
    checkout.stop();
    ledger?.stop();
    queryClient.clear();
  };
  const answers: StoreFixture = { ...fullStore, ...scene.store };
  const session: CustomerSession = {
    queryClient,
    storeQuery: createStoreQuery({ read: (name) => answers[name]() }),
    checkout,
    readAhead: () => undefined,
    attachCardField: attachIdleField,
    ledgerAt(address) {
      if (ledger === null) {
        ledger = stageLedger(ledgerPart, address);
        ledger.start();
      }
      return ledger;
    },
    isBuying: () => false,
    leave: () => undefined,
    end,
  };
  const open = async (): Promise<CustomerSession> => {
    if (scene.customerCode === 'broken') throw new Error('The code of a customer’s pages is broken');
    return scene.customerCode === 'on its way' ? new Promise<never>(() => undefined) : session;
  };
  return { scope: { open, close: () => undefined }, checkout, ledger: () => ledger, end };
};
