import { onlineManager } from '@tanstack/react-query';
import type { Inspection } from '#devtools/inspect.ts';
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
import { updateAddressBar } from '../ledger/list-address.ts';
import type { AppRouter } from '../router.ts';
import { beginCustomerSession, type CustomerSession } from './customer-session.ts';
import { followVisits } from './visited-addresses.ts';

const importPurchase = () => import('../purchase/purchase-services.ts');

/** Opened once, so that entries outlast a session even if the browser blocks storage. */
let storages: MemoryStorages | null = null;

/** Connects a customer's session to the real services. Loaded at sign-in, not with the first page. */
export const beginCustomer = (
  user: User,
  config: AppConfig,
  identity: Identity,
  toasts: Toasts,
  router: () => AppRouter,
  inspect: Inspection['inspect'],
): CustomerSession => {
  // Without this, `onlineManager` assumes that the browser is online until an event says otherwise.
  onlineManager.setOnline(navigator.onLine);
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
        importPurchase().then(({ createPurchaseServices }) =>
          createPurchaseServices(config, store, identity, toasts),
        ),
    },
    {
      onCheckout: (event) =>
        void importPurchase().then(
          ({ reportCheckout }) => reportCheckout(toasts, event),
          () => undefined,
        ),
      onAddressChanged: ({ address, replace }) =>
        updateAddressBar(
          () => router().state.location.pathname === '/dashboard',
          () => void router().navigate({ to: '/dashboard', search: address, replace, resetScroll: false }),
        ),
      beforeLedgerRows: () => beginFade(document.getElementById(ledgerRowsId)),
      onRegistered: () => identity.noteRegistered(user.id),
      onUserChanged: (listener) => router().options.context.auth.on('user.changed', listener).unsubscribe,
      belongsToPreviousCustomer: followVisits(user.id, createMemory(storages, null)),
      inspect,
    },
  );
};
