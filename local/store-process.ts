import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { seedCustomer } from '#server/store/ledger/seeding.ts';
import { runStore } from '#server/store/process.ts';
import { readProductsOnSale } from '#server/store/products/catalog.ts';
import { expireCredits, listCredits } from './credits.ts';
import { acceptMerchantKey } from './merchant-key.ts';
import { addWebhook, listWebhooks, removeWebhook } from './merchant-webhooks.ts';
import { type StoreRequest, toStoreSchema } from './store-messages.ts';

/** The deployable store as a child process, which also works on its database for its parent. */

const sendToParent = (message: unknown) => process.send?.(message);

// Ctrl-C reaches the whole process group. The parent ends this process.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit(0));

const store = await runStore({
  environment: {
    ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]',
    LOG_LEVEL: 'warn',
    // Locally there is no load balancer to wait for.
    DRAIN_MS: '0',
    ...process.env,
  },
  endingSignals: ['SIGTERM'],
  graceMs: 500,
  embedded: {
    // A predecessor whose parent was killed ends within moments.
    lockTimeoutMs: 5_000,
    templates: fileURLToPath(new URL('../node_modules/.cache/coffer', import.meta.url)),
  },
});

const answer = async (request: StoreRequest) => {
  if (request.type === 'prove-books') {
    // Reading all books may take longer than a request may.
    return {
      bookErrors: await store.database.transaction((transaction) => findBookErrors(transaction), {
        isLong: true,
      }),
    };
  }
  if (request.type === 'accept-key') {
    await acceptMerchantKey(store.database, request.key);
    return {};
  }
  if (request.type === 'list-credits') return { credits: await listCredits(store.database) };
  if (request.type === 'expire-credits') {
    await expireCredits(store.database, request.kind, request.id);
    return {};
  }
  if (request.type === 'add-webhook') return { webhook: await addWebhook(store.database, request.url) };
  if (request.type === 'list-webhooks') return { webhooks: await listWebhooks(store.database) };
  if (request.type === 'remove-webhook') {
    await removeWebhook(store.database, request.id);
    return {};
  }
  const products = await readProductsOnSale(store.database);
  await seedCustomer(store.database, request.customer, request.transactions, products, new Date());
  return {};
};

process.on('message', async (message) => {
  const request = v.safeParse(toStoreSchema, message);
  if (!request.success) return;
  const { requestId } = request.output;
  try {
    sendToParent({ type: 'done', requestId, ...(await answer(request.output)) });
  } catch (error) {
    sendToParent({ type: 'failed', requestId, error: error instanceof Error ? error.message : 'unknown' });
  }
});
// The user pool starts at the same time and may be ready later.
await store.poolKeysKnown;
sendToParent({ type: 'ready', port: store.port });
