import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { seedCustomer } from '#server/store/ledger/seeding.ts';
import { runStore } from '#server/store/process.ts';
import { readProductsOnSale } from '#server/store/products/catalog.ts';
import { serveCoffer } from './coffer-socket.ts';
import { expireCredits, listCredits } from './credits.ts';
import { cofferSocketIn } from './data-directory.ts';
import { acceptMerchantKey } from './merchant-key.ts';
import { addWebhook, listWebhooks, removeWebhook } from './merchant-webhooks.ts';
import { type StoreRequest, toStoreSchema } from './store-messages.ts';

/** Runs the deployable store as a child process, which also changes its database at its parent's request. */

const sendToParent = (message: unknown) => process.send?.(message);

// Ignore Ctrl-C, which reaches the whole process group: the parent stops this process.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit(0));

const store = await runStore({
  environment: {
    ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]',
    LOG_LEVEL: 'warn',
    // Stop without a delay, because there is no load balancer on this machine.
    DRAIN_MS: '0',
    ...process.env,
  },
  endingSignals: ['SIGTERM'],
  graceMs: 500,
  embedded: {
    // Wait for the previous process, which exits soon after its parent is killed.
    lockTimeoutMs: 5_000,
    templates: fileURLToPath(new URL('../node_modules/.cache/coffer', import.meta.url)),
  },
});

const answer = async (request: StoreRequest) => {
  if (request.type === 'prove-books') {
    // Checking all books can take longer than the time limit for requests.
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
const cofferSocket = cofferSocketIn(process.env['DATA_DIR'] ?? '');
if (cofferSocket !== undefined) serveCoffer(cofferSocket, store.database);
// Wait for the user pool, which starts at the same time.
await store.poolKeysKnown;
sendToParent({ type: 'ready', port: store.port });
