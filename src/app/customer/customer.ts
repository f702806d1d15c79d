import { ledgerRowsId } from '#features/shared/focus-targets.ts';
import { createMemory, type MemoryStorages } from '#features/shared/memory.ts';
import type { User } from '#machines/account/auth.types.ts';
import type { AppConfig } from '#services/config.ts';
import type { Identity } from '#services/identity/index.ts';
import { openStorage } from '#services/storage/device-storage.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import { createStore } from '#services/store/store.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { beginFade } from '#ui/view-transition.ts';
import { dashboardLater, importLater } from '../purchase/lazy-dashboard.ts';
import { beginCustomerSession, type CustomerReactions, type CustomerSession } from './customer-session.ts';
import { followVisits } from './visited-addresses.ts';

/** Opened once, so that entries outlast a session even if the browser refuses storage. */
let storages: MemoryStorages | null = null;

/** Connects a customer's session to the real services. Loads at sign-in, not with the first page. */
export const beginCustomer = (
  user: User,
  config: AppConfig,
  identity: Identity,
  {
    toasts,
    ...reactions
  }: { readonly toasts: Toasts } & Pick<CustomerReactions, 'onAddressChanged' | 'inspect'>,
): CustomerSession => {
  storages ??= {
    device: openStorage('local'),
    tab: openStorage(config.storage === 'memory' ? 'memory' : 'session'),
    page: openStorage('memory'),
  };
  const store = createStore({
    baseUrl: config.apiBaseUrl,
    accessToken: identity.accessToken,
    onSessionLost: identity.expireSession,
  });
  return beginCustomerSession(
    user,
    {
      store,
      memory: createMemory(storages, user.id),
      attempts: createAttemptStorage(),
      loadPurchase: () =>
        importLater().then(({ createPurchaseServices }) => createPurchaseServices(config, store, identity)),
      whenPurchaseLoads: () => dashboardLater.arrived,
    },
    {
      onCheckout: (event) =>
        void importLater().then(
          ({ reportCheckout }) => reportCheckout(toasts, event),
          () => undefined,
        ),
      beforeLedgerRows: () => beginFade(document.getElementById(ledgerRowsId)),
      onOnline(listener) {
        window.addEventListener('online', listener);
        return () => window.removeEventListener('online', listener);
      },
      onRegistered: () => identity.noteRegistered(user.id),
      belongsToPreviousCustomer: followVisits(user.id, createMemory(storages, null)),
      ...reactions,
    },
  );
};
