import { ledgerRowsId } from '#features/shared/focus-targets.ts';
import type { User } from '#machines/account/auth.types.ts';
import type { AppConfig } from '#services/config.ts';
import type { Identity } from '#services/identity/index.ts';
import { openStorage, type StorageWithFallback } from '#services/storage/device-storage.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import { createStore } from '#services/store/store.ts';
import type { Toasts } from '#services/toasts/toasts.ts';
import { beginFade } from '#ui/view-transition.ts';
import { dashboardLater, importLater } from '../purchase/lazy-dashboard.ts';
import { beginCustomerSession, type CustomerReactions, type CustomerSession } from './customer-session.ts';
import { followVisits } from './visited-addresses.ts';

/** Opened once, so that it remembers the last customer even if the browser refuses storage. */
let tabStorage: StorageWithFallback | null = null;

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
  tabStorage ??= openStorage(config.storage === 'memory' ? 'memory' : 'session');
  const store = createStore({
    baseUrl: config.apiBaseUrl,
    accessToken: identity.accessToken,
    onSessionLost: identity.expireSession,
  });
  return beginCustomerSession(
    user,
    {
      store,
      tab: tabStorage,
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
      isLeftByAnother: followVisits(user.id, tabStorage),
      ...reactions,
    },
  );
};
