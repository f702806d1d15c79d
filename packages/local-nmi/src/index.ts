import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { handleError, handleNotFound } from 'local-services/http/errors.ts';
import { typefaces } from 'local-services/http/typefaces.ts';
import { createControl, createSalesControl } from './control.ts';
import { createDesk } from './desk.ts';
import { transactionEvent } from './events/bodies.ts';
import type { WebhookOptions } from './events/deliveries.ts';
import { openEvents } from './events/events.ts';
import { hostedFields } from './hosted-fields.ts';
import { paymentApi } from './payment-api.ts';
import { createLateRecords } from './records/late-records.ts';
import { createRecorder } from './records/recorder.ts';
import { openTransactionLog } from './records/transaction-log.ts';
import { createSettings } from './settings.ts';
import { openTokenVault } from './token-vault.ts';
import { createStagedReplies } from './transact/staged-replies.ts';

export type { Sale } from './records/sales.ts';

export interface GatewayOptions {
  /** Where transactions and token hashes are kept; one process at a time. Absent: in memory. */
  readonly dataDir?: string | undefined;
  /** The origin that browsers reach the gateway at, as `http://localhost:5176`. */
  readonly origin: string;
  /** The merchant's secret for `transact.php` and `query.php`. */
  readonly securityKey: string;
  /** The merchant's public key for the hosted script. */
  readonly tokenizationKey: string;
  /** Origins whose pages may frame the card fields, beside those of this machine. */
  readonly pageOrigins?: readonly string[];
  /** Where the merchant's server is told of what happens; absent: nowhere. */
  readonly webhook?: WebhookOptions;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

export type Gateway = Awaited<ReturnType<typeof createGateway>>;

/**
 * A card gateway in the manner of NMI's: hosted fields for pages, form-encoded requests and signed events for servers, test
 * cards only. Comments name the sources of what is known by short names (VD, CAP, …), which README.md lists.
 */
export const createGateway = async (options: GatewayOptions) => {
  const { dataDir, origin, securityKey, tokenizationKey, pageOrigins = [], clock = Date.now } = options;
  const [vault, log] = await Promise.all([openTokenVault(dataDir, clock), openTransactionLog(dataDir)]);
  const settings = createSettings();
  const events = await openEvents({ dataDir, webhook: options.webhook, settings: settings.get, clock });
  const late = createLateRecords(clock);
  const staged = createStagedReplies();
  const recorder = createRecorder({
    log,
    late,
    announce: (transaction, action, orderId) => {
      // Settlements and returns have events of their own.
      if (action.type === 'settle' || action.type === 'return') return;
      events.send(transactionEvent(transaction, action, orderId, settings.get()));
    },
  });
  const parts = {
    vault,
    log,
    recorder,
    late,
    staged,
    events,
    settings: settings.get,
    securityKey,
    tokenizationKey,
    origin,
    pageOrigins,
    clock,
  };
  const desk = createDesk({ log, recorder, late, staged, events, settings, clock });

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
    ...desk,
    /** The operator's routes; see `createControl` and `createSalesControl`. */
    control: createControl(desk),
    salesControl: createSalesControl(desk),
    /** Waits for what is being written. */
    async close(): Promise<void> {
      await events.close();
      await Promise.all([vault.close(), log.close()]);
    },
  };
};
