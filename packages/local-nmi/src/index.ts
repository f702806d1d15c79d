import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { handleError, handleNotFound } from 'local-services/http/body.ts';
import { typefaces } from 'local-services/http/typefaces.ts';
import { createBackOffice } from './back-office.ts';
import { createControl } from './control.ts';
import { createCustomerVault } from './customer-vault/customers.ts';
import { transactionEvent } from './events/bodies.ts';
import type { WebhookOptions } from './events/deliveries.ts';
import { createEvents } from './events/events.ts';
import { hostedFields } from './hosted-fields.ts';
import { paymentApi } from './payment-api.ts';
import { createLateRecords } from './records/late-records.ts';
import { createTransactionLog } from './records/transaction-log.ts';
import { createSettings } from './settings.ts';
import { openState } from './state.ts';
import { createTokenVault } from './token-vault.ts';
import { createStagedReplies } from './transact/staged-replies.ts';

export type { Sale } from './records/sales.ts';

export interface GatewayOptions {
  /** Directory for transactions and token hashes, for one process at a time. Default: in memory. */
  readonly dataDir?: string | undefined;
  /** The gateway's origin for browsers, such as `http://localhost:5176`. */
  readonly origin: string;
  /** The merchant's secret key for `transact.php` and `query.php`. */
  readonly securityKey: string;
  /** The merchant's public key for the hosted script. */
  readonly tokenizationKey: string;
  /** Origins whose pages can frame the card fields, in addition to this machine's. */
  readonly pageOrigins?: readonly string[];
  /** The merchant's webhook for events. Without it, no events are sent. */
  readonly webhook?: WebhookOptions;
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly clock?: () => number;
}

export type Gateway = Awaited<ReturnType<typeof createGateway>>;

/**
 * Creates a card gateway like NMI's: hosted fields for pages, form-encoded requests and signed events for servers. It
 * accepts only test cards. Comments name their sources by short names (VD, CAP, …), which README.md lists.
 */
export const createGateway = async (options: GatewayOptions) => {
  const {
    dataDir,
    origin,
    securityKey,
    tokenizationKey,
    pageOrigins = [],
    clock = () => Date.now(),
  } = options;
  const settings = createSettings();
  const state = await openState(dataDir, () => ({
    tokens: vault.toSave(),
    transactions: log.toSave(),
    openEvents: events.toSave(),
    customers: customers.toSave(),
  }));
  const { found, save } = state;
  const vault = createTokenVault({ found: found?.tokens, save, clock });
  const customers = createCustomerVault({ found: found?.customers, clock });
  const events = createEvents({
    found: found?.openEvents,
    save,
    webhook: options.webhook,
    settings: settings.get,
    clock,
  });
  const late = createLateRecords(clock);
  const staged = createStagedReplies();
  const log = createTransactionLog({
    found: found?.transactions,
    save,
    async onAction(transaction, action, orderId) {
      late.note(orderId, action);
      // Skip settlements and returns, because the back office sends their events.
      if (action.type === 'settle' || action.type === 'return') return;
      await events.send(transactionEvent(transaction, action, orderId, settings.get()));
    },
  });
  const parts = {
    vault,
    customers,
    log,
    late,
    staged,
    events,
    save,
    settings: settings.get,
    securityKey,
    tokenizationKey,
    origin,
    pageOrigins,
    clock,
  };
  const backOffice = createBackOffice({ log, customers, late, staged, events, settings, save, clock });

  const app = new Hono();
  app.use(
    secureHeaders({
      crossOriginResourcePolicy: false,
      crossOriginOpenerPolicy: false,
      xFrameOptions: false,
      strictTransportSecurity: false,
    }),
  );
  app.route('/', await typefaces());
  app.route('/', await hostedFields(parts));
  app.route('/', paymentApi(parts));
  app.onError(handleError);
  app.notFound(handleNotFound);

  return {
    app,
    ...backOffice,
    control: createControl(backOffice),
    /** Stops sending events and waits for writes in progress. */
    async close(): Promise<void> {
      await events.close();
      await state.close();
    },
  };
};
