import type { Gateway } from '#local-nmi';
import { defer } from '#local-services/deferred.ts';
import type { KillableStore } from './killable-store.ts';

/** What can happen to a payment request between browser and store. */
export const paymentDeliveries = ['arrives', 'request lost', 'reply lost', 'error page', 'late'] as const;
export type PaymentDelivery = (typeof paymentDeliveries)[number];

/** What can happen to a sale between store and gateway. */
export const saleDeliveries = [
  'arrives',
  'unreachable',
  'request lost',
  'reply lost',
  'error page',
  'late',
  'reply late',
  'sent twice',
  'store killed before',
  'store killed after',
] as const;
export type SaleDelivery = (typeof saleDeliveries)[number];

/** What can happen to an event between gateway and store. */
export const eventDeliveries = ['arrives', 'twice', 'late', 'lost', 'reply lost'] as const;
export type EventDelivery = (typeof eventDeliveries)[number];

export const origins = {
  store: 'http://store.test',
  gateway: 'https://gateway.test',
  pool: 'https://pool.test',
} as const;

const eventPath = '/webhooks/gateway';
const paymentPath = '/api/checkout/process-payment-token';
const questionPaths = /^\/api\/(transactions\/history|checkout\/attempts\/)/;
/** Number of event loop turns without a request after which no more requests follow. */
const quietTurns = 4;

export interface Network {
  readonly fetch: typeof fetch;
  /** Deliveries of the next requests, by kind. Requests after these arrive. */
  payments: PaymentDelivery[];
  sales: SaleDelivery[];
  events: EventDelivery[];
  lostQuestions: number;
  /** Ids of orders that had a payment request, including lost requests. */
  readonly orders: Set<string>;
  killStore(): void;
  /** Delivers late payment requests, whose senders no longer wait for responses. */
  deliverPayments(): Promise<void>;
  /** Delivers late events, newest first, which the gateway has already retried. */
  deliverEvents(): Promise<void>;
  /** Delivers late sales to the gateway, after the store has given up on them. */
  deliverSales(): Promise<void>;
  /** Delivers late gateway responses to the store, which still waits for them. */
  deliverReplies(): void;
  /** Resolves when nothing but late messages is in flight. */
  settled(): Promise<void>;
}

const noReply = Symbol('noReply');
/** A response, or a function that waits for the response. */
type Reply = Response | typeof noReply | (() => Promise<Response>);

export interface Endpoints {
  readonly store: KillableStore;
  readonly gateway: Gateway;
  readonly poolKeys: string;
}

export const createNetwork = ({ store, gateway, poolKeys }: Endpoints): Network => {
  let active = 0;
  const latePayments: Request[] = [];
  const lateEvents: Request[] = [];
  const lateSales: (() => Promise<unknown>)[] = [];
  let lateReplies: (() => void)[] = [];

  const toStore = async (request: Request): Promise<Reply> => {
    const { pathname } = new URL(request.url);
    if (pathname === eventPath) return toEvents(request);
    if (pathname !== paymentPath) {
      const isLost = questionPaths.test(pathname) && network.lostQuestions > 0;
      if (!isLost) return store.handle(request);
      network.lostQuestions -= 1;
      throw cut();
    }
    network.orders.add(request.headers.get('Idempotency-Key') ?? '');
    switch (network.payments.shift() ?? 'arrives') {
      case 'arrives':
        return store.handle(request);
      case 'request lost':
        throw cut();
      case 'reply lost':
        await store.handle(request);
        throw cut();
      case 'error page':
        await store.handle(request);
        return errorPage();
      case 'late':
        latePayments.push(request);
        return noReply;
    }
  };

  const toEvents = async (request: Request): Promise<Reply> => {
    switch (network.events.shift() ?? 'arrives') {
      case 'arrives':
        return store.handle(request);
      case 'twice': {
        const [first] = await Promise.all([store.handle(request.clone()), store.handle(request)]);
        return first;
      }
      case 'late':
        lateEvents.push(request);
        throw cut();
      case 'lost':
        // Simulate a proxy that accepted the event and failed before the event reached the store.
        return new Response(null, { status: 200 });
      case 'reply lost':
        await store.handle(request);
        throw cut();
    }
  };

  const toSales = async (request: Request): Promise<Reply> => {
    const charge = async () => gateway.app.fetch(request);
    switch (network.sales.shift() ?? 'arrives') {
      case 'arrives':
        return charge();
      case 'unreachable':
        throw cut('ECONNREFUSED');
      case 'request lost':
        throw cut();
      case 'reply lost':
        await charge();
        throw cut();
      case 'error page':
        await charge();
        return errorPage();
      case 'late':
        lateSales.push(charge);
        throw new DOMException('The sale takes too long', 'TimeoutError');
      case 'reply late': {
        const reply = await charge();
        const arrival = defer<Response>();
        lateReplies.push(() => arrival.resolve(reply));
        return () => arrival.promise;
      }
      case 'sent twice':
        // A proxy repeats the request, and the store gets the second response, which refuses the used token. Remove
        // the records' lag, because without the first sale they would show that no sale was made.
        gateway.records.delay({ orderId: await fieldOf(request, 'orderid'), ms: 0 });
        await gateway.app.fetch(request.clone());
        return gateway.app.fetch(request);
      case 'store killed before':
        network.killStore();
        return noReply;
      case 'store killed after':
        await charge();
        network.killStore();
        return noReply;
    }
  };

  const deliver = async (request: Request): Promise<Reply> => {
    const { origin, pathname } = new URL(request.url);
    switch (origin) {
      case origins.store:
        return toStore(request);
      case origins.gateway:
        return pathname === '/api/transact.php' ? toSales(request) : gateway.app.fetch(request);
      case origins.pool:
        return new Response(poolKeys);
      default:
        throw new Error(`Nothing is at ${origin}`);
    }
  };

  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    active += 1;
    try {
      return await work();
    } finally {
      active -= 1;
    }
  };

  const network: Network = {
    async fetch(input, init) {
      const sent = new Request(input, init);
      const { signal } = sent;
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      const answered = during(async () => deliver(await detached(sent)));
      const reply = await Promise.race([answered, aborted]);
      if (reply === noReply) return aborted;
      return typeof reply === 'function' ? Promise.race([reply(), aborted]) : reply;
    },
    payments: [],
    sales: [],
    events: [],
    lostQuestions: 0,
    orders: new Set(),
    killStore() {
      lateReplies = [];
      store.kill();
    },
    async deliverPayments() {
      for (const request of latePayments.splice(0))
        during(() => store.handle(request)).catch(() => undefined);
      await network.settled();
    },
    async deliverEvents() {
      for (const request of lateEvents.splice(0).reverse())
        during(() => store.handle(request)).catch(() => undefined);
      await network.settled();
    },
    async deliverSales() {
      await during(() => Promise.all(lateSales.splice(0).map((charge) => charge())));
    },
    deliverReplies() {
      for (const arrive of lateReplies.splice(0)) arrive();
    },
    async settled() {
      // Don't count payment requests that wait for a late response.
      const isQuiet = () => active <= lateReplies.length;
      for (let quiet = 0; quiet < quietTurns; quiet = isQuiet() ? quiet + 1 : 0)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return network;
};

/** Returns the error of a failed `fetch`, with the system error code where Node puts it. */
const cut = (code = 'ECONNRESET'): TypeError => new TypeError('fetch failed', { cause: { code } });

const errorPage = (): Response =>
  new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });

/** Copies a request, so that its sender can't abort it. */
const detached = async (request: Request): Promise<Request> => {
  const { url, method, headers } = request;
  return new Request(url, { method, headers, ...(request.body !== null && { body: await request.text() }) });
};

const fieldOf = async (request: Request, name: string): Promise<string> =>
  new URLSearchParams(await request.clone().text()).get(name) ?? '';
