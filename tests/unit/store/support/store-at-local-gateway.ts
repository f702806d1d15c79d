import { afterAll, afterEach } from 'vitest';
import { type LocalGateway, type LocalGatewayOptions, startLocalGateway } from '../../../local-gateway.ts';
import { pay, paymentRequest } from './payment-requests.ts';
import {
  expectBooksToBalance,
  type Reply,
  type StoreUnderTest,
  startStoreUnderTest,
  webhookKey,
} from './store-under-test.ts';

export interface StoreAtLocalGateway {
  readonly local: LocalGateway;
  readonly store: StoreUnderTest;
}

/**
 * Starts a store and a local gateway for all tests of a file. The gateway doesn't check for duplicates. After each test,
 * removes its staged responses, and at the end, checks the books.
 */
export const storeAtLocalGateway = async (
  options: LocalGatewayOptions = {},
  environment: Record<string, string> = {},
): Promise<StoreAtLocalGateway> => {
  const local = await startLocalGateway(options);
  const store = await startStoreUnderTest({
    GATEWAY_URL: local.url,
    GATEWAY_SECURITY_KEY: local.securityKey,
    GATEWAY_WEBHOOK_KEY: webhookKey,
    GATEWAY_DUPLICATE_SECONDS: '0',
    ...environment,
  });
  afterEach(() => local.gateway.reset());
  afterAll(async () => {
    await expectBooksToBalance(store.database);
    await store.close();
    await local.close();
  });
  return { local, store };
};

interface Purchase {
  readonly card?: Parameters<LocalGateway['newToken']>[0];
  readonly order?: string;
  readonly save_card?: boolean;
}

export const buyAtLocalGateway = async (
  { local, store }: StoreAtLocalGateway,
  as: string,
  { card, order = crypto.randomUUID(), ...request }: Purchase = {},
): Promise<Reply> =>
  pay(store, as, paymentRequest({ payment_token: await local.newToken(card), ...request }), order);

/** Returns the refunds and voids that the gateway made for an order, such as \`refund 1000\`. */
export const reversalsAt = ({ gateway }: LocalGateway, order: string): string[] =>
  gateway
    .transactions(order)
    .flatMap(({ actions }) => actions)
    .filter(({ type, success }) => success && (type === 'refund' || type === 'void'))
    .map(({ type, amountCents }) => `${type} ${Math.abs(amountCents)}`);
