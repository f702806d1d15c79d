import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { handleError, handleNotFound } from '../http/errors.ts';
import { typefaces } from '../http/typefaces.ts';
import { hostedFields } from './hosted-fields.ts';
import { paymentApi } from './payment-api.ts';
import { refund } from './refund.ts';
import { openTokenVault } from './token-vault.ts';
import { openTransactionLog, type SaleRecord } from './transaction-log.ts';
import { openWebhook, type WebhookOptions } from './webhook.ts';

export type { Sale } from './transaction-log.ts';

export interface GatewayOptions {
  /** Where sales and token hashes are kept; made when missing. One process at a time. */
  readonly dataDir: string;
  /** The origin that browsers reach the gateway at, as `http://localhost:5176`. */
  readonly origin: string;
  /** The merchant's secret for `transact.php` and `query.php`. */
  readonly securityKey: string;
  /** The merchant's public key for the hosted script. */
  readonly tokenizationKey: string;
  /** Where the merchant's server is notified of refunds; absent: nowhere. */
  readonly webhook?: WebhookOptions;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

export type Gateway = Awaited<ReturnType<typeof createGateway>>;

/** A card gateway in the manner of NMI's: hosted fields for pages, form-encoded sales for servers, test cards only. */
export const createGateway = async (options: GatewayOptions) => {
  const { dataDir, origin, securityKey, tokenizationKey, clock = Date.now } = options;
  const [vault, sales] = await Promise.all([openTokenVault(dataDir, clock), openTransactionLog(dataDir)]);
  const webhook = options.webhook && (await openWebhook(dataDir, options.webhook, clock));
  const onRefund = (sale: SaleRecord, refundId: string) => webhook?.sendRefund(sale, refundId);
  const parts = { vault, sales, securityKey, tokenizationKey, origin, clock, onRefund };

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
    /** Every attempt to charge a card, newest first. */
    sales: sales.listSales,
    /** Gives the order's approved sale back, in full and once; resolves with the refund's transaction id. */
    async refund(
      orderId: string,
    ): Promise<{ readonly transactionId: string } | 'no-sale' | 'refunded-before'> {
      const sale = sales.findByOrder(orderId).find(({ outcome }) => outcome === 'approved');
      if (sale === undefined) return 'no-sale';
      const reply = await refund(parts, new URLSearchParams({ transactionid: sale.transactionId }));
      return reply.response === '1' ? { transactionId: reply.transactionid } : 'refunded-before';
    },
    /** Waits for what is being written. */
    async close(): Promise<void> {
      await webhook?.close();
      await Promise.all([vault.close(), sales.close()]);
    },
  };
};
