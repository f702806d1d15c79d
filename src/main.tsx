import { createRoot } from 'react-dom/client';
import './ui/theme/global.css.ts';
import { Misconfigured } from '#app/app.tsx';
import { createAuthActor } from '#app/customer/auth-actor.ts';
import { createCustomerScope } from '#app/customer/customer-scope.ts';
import { endCustomerWith, navigateAccount, toastAccount } from '#app/customer/reactions.ts';
import { type AppRouter, createAppRouter } from '#app/router.ts';
import { guardDoubleClicks } from '#app/startup/double-click.ts';
import { dropEarlyRepliesWith } from '#app/startup/early-replies.ts';
import { reloadForLostChunks } from '#app/startup/lost-chunks.ts';
import { mountApp, uncover } from '#app/startup/mount.tsx';
import { announcePages } from '#app/startup/page-arrival.ts';
import { endPending } from '#app/startup/pending-status.ts';
import { keepReturnUrl } from '#app/startup/return-url.ts';
import { prefetchModule } from '#chunks/import-chunk.ts';
import { beginInspection, showsMachines } from '#devtools/inspect.ts';
import { hasPasskeys } from '#services/browser.ts';
import { type AppConfig, ConfigError } from '#services/config.ts';
import { createIdentity } from '#services/identity/index.ts';
import { loadConfig } from '#services/load-config.ts';
import { openStorage } from '#services/storage/device-storage.ts';
import { createToasts } from '#services/toasts/toasts.ts';

/** Reports errors, CSP violations and web vitals to the operator's URL. */
const reportTo = (address: string, router: AppRouter): void => {
  // `beginReports` processes these events once it has loaded.
  const early: Event[] = [];
  const hear = (event: Event) => early.push(event);
  addEventListener('error', hear);
  addEventListener('unhandledrejection', hear);
  prefetchModule(() => import('#app/startup/reports.ts')).then(
    ({ beginReports }) => beginReports(address, router, early),
    () => undefined,
  );
};

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');

const start = async (config: AppConfig): Promise<void> => {
  // This must come first, because it removes the hosted sign-in's response from the URL.
  const identity = createIdentity({ ...config.cognito, storage: config.storage });
  // This must come before the router, which removes the parameter from the URL.
  const returnUrl = keepReturnUrl(location.search, config.returnOrigins ?? [], openStorage('session'));
  const inspection = await beginInspection(config, location);
  const toasts = createToasts();
  if (config.language !== undefined) document.documentElement.lang = config.language;

  const customer = createCustomerScope(async (user) => {
    const { beginCustomer } = await import('#app/customer/customer.ts');
    return beginCustomer(user, config, identity, toasts, () => router, inspection.inspect);
  });
  guardDoubleClicks();
  const auth = createAuthActor(identity, customer, inspection.inspect);
  const router: AppRouter = createAppRouter({
    auth,
    customer,
    productName: config.productName,
    inspection: showsMachines(config) ? inspection : null,
  });
  reloadForLostChunks(router, customer.isBuying);
  if (config.reportUrl !== undefined) reportTo(config.reportUrl, router);

  const { hostedUiDomain, verification = 'code' } = config.cognito;
  toastAccount(auth, toasts, verification);
  endCustomerWith(auth, customer);
  navigateAccount(auth, router);
  announcePages(router);
  dropEarlyRepliesWith(auth, router);
  auth.start();

  const context = {
    auth,
    productName: config.productName,
    devices: identity,
    loadSecurity: identity.loadSecurity,
    prefetchForForms: () => void prefetchModule(identity.prefetch),
    persistence: identity.persistence,
    verification,
    hostedSignIn: hostedUiDomain !== undefined,
    passkeys: config.passkeys === true && hasPasskeys(),
    support: config.support ?? null,
    seller: config.seller ?? null,
    creditsMeaning: config.creditsMeaning ?? null,
    selfRefundDays: config.selfRefundDays,
    returnUrl,
    usTerritories: config.usTerritories ?? false,
  };
  await mountApp(container, { router, context, toasts });
};

// Don't await at the top level: later chunks import from this file's chunk and would wait for it.
loadConfig()
  .then(start)
  .catch((error: unknown) => {
    endPending();
    if (!(error instanceof ConfigError)) throw error;
    uncover(container);
    createRoot(container).render(<Misconfigured problem={`/config.json: ${error.message}`} />);
    // The network may have caused the error.
    window.addEventListener('online', () => window.location.reload());
  });
