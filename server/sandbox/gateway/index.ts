import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { detailOfError, detailOfUnknownRoute } from '../http/details.ts';
import { hostedFields } from './hosted-fields.ts';
import { paymentApi } from './payment-api.ts';
import { openSalesBook, type Sale } from './sales-book.ts';
import { openTokenVault } from './token-vault.ts';

export type { Sale } from './sales-book.ts';

export interface GatewayOptions {
  /** Where sales and token hashes are kept; made when missing. One process at a time. */
  readonly dataDir: string;
  /** The origin that browsers reach the gateway at, as `http://localhost:5176`. */
  readonly origin: string;
  /** The merchant's secret for `transact.php` and `query.php`. */
  readonly securityKey: string;
  /** The merchant's public key for the hosted script. */
  readonly tokenizationKey: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
}

export interface Gateway {
  readonly app: Hono;
  /** Every attempt to charge a card, newest first. */
  sales(): Sale[];
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/** A card gateway in the manner of NMI's: hosted fields for pages, form-encoded sales for servers, test cards only. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { dataDir, origin, securityKey, tokenizationKey, clock = Date.now } = options;
  const [vault, sales] = await Promise.all([openTokenVault(dataDir, clock), openSalesBook(dataDir)]);
  const parts = { vault, sales, securityKey, tokenizationKey, origin, clock };

  const app = new Hono();
  app.use(
    secureHeaders({
      crossOriginResourcePolicy: false,
      crossOriginOpenerPolicy: false,
      xFrameOptions: false,
      strictTransportSecurity: false,
    }),
  );
  app.route('/', await hostedFields(parts));
  app.route('/', paymentApi(parts));
  app.onError(detailOfError);
  app.notFound(detailOfUnknownRoute);

  return {
    app,
    sales: () =>
      sales
        .all()
        .map(({ orderId, amountCents, outcome, token, at, transactionId }) => ({
          orderId,
          amountCents,
          outcome,
          token,
          at,
          transactionId,
        }))
        .reverse(),
    async close() {
      await Promise.all([vault.close(), sales.close()]);
    },
  };
}
