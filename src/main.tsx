import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/theme/global.css.ts';
import { App, Misconfigured } from '#app/app.tsx';
import { createAuthActor } from '#app/auth-actor.ts';
import { createCustomerScope } from '#app/customer-scope.ts';
import { reloadForLostChunks } from '#app/lost-chunks.ts';
import { announcePages } from '#app/page-arrival.ts';
import { endCustomerWith, followLedger, navigateAccount, toastAccount } from '#app/reactions.ts';
import { type AppRouter, createAppRouter } from '#app/router.ts';
import { beginInspection, showsMachines } from '#devtools/inspect.ts';
import { type AppConfig, ConfigError, loadConfig } from '#services/config.ts';
import { createIdentity } from '#services/identity/index.ts';
import { createToasts } from '#services/toasts/toasts.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);

/** Ties services, machines, routes and views together. */
const start = async (config: AppConfig): Promise<void> => {
  // First of all, because it takes the answer of the hosted sign-in pages out of the address.
  const identity = createIdentity({ ...config.cognito, storage: config.storage });
  const inspection = await beginInspection(config, location);
  const toasts = createToasts();

  let isBuying = () => false;
  reloadForLostChunks(() => isBuying());
  const customer = createCustomerScope(async (user) => {
    const { beginCustomer } = await import('#app/customer.ts');
    const session = beginCustomer(user, config, identity, {
      toasts,
      onAddressChanged: followLedger(() => router),
      inspect: inspection.inspect,
    });
    isBuying = session.isBuying;
    return session;
  });
  const auth = createAuthActor(identity, customer, inspection.inspect);
  const router: AppRouter = createAppRouter({
    auth,
    customer,
    productName: config.productName,
    inspection: showsMachines(config) ? inspection : null,
  });

  const { hostedUiDomain, verification = 'code' } = config.cognito;
  toastAccount(auth, toasts, verification);
  endCustomerWith(auth, customer);
  navigateAccount(auth, router);
  announcePages(router);
  auth.start();

  const context = {
    auth,
    productName: config.productName,
    devices: identity,
    sessionKeeping: identity.keeping,
    verification,
    hostedSignIn: hostedUiDomain !== undefined,
  };
  root.render(
    <StrictMode>
      <App router={router} context={context} toasts={toasts} />
    </StrictMode>,
  );
};

// Nothing is awaited at the top level: code that is loaded later imports from this file's chunk, once it has ended.
loadConfig()
  .then(start)
  .catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    root.render(<Misconfigured problem={error.message} />);
  });
