import * as v from 'valibot';
import { runStore } from '#server/store/process.ts';
import { seedCustomer } from '#server/store/seeding.ts';
import { seedRequestSchema } from './store-messages.ts';

/**
 * The store API as the sandbox's child process: the deployable store, which in addition takes seeds over the process
 * channel, says when it is ready, and ends when its parent does.
 */

const sendToParent = (message: unknown) => process.send?.(message);

// Ctrl-C reaches the whole process group; the parent decides what follows from it.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit(0));

const store = await runStore({
  environment: { ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]', LOG_LEVEL: 'warn', ...process.env },
  endingSignals: ['SIGTERM'],
  graceMs: 500,
  // A predecessor whose parent was killed notices it within moments.
  lockTimeoutMs: 5_000,
});

process.on('message', async (message) => {
  const request = v.safeParse(seedRequestSchema, message);
  if (!request.success) return;
  const { requestId, customer, transactions } = request.output;
  try {
    await seedCustomer(store.database, customer, transactions, store.products, new Date());
    sendToParent({ type: 'seeded', requestId });
  } catch (error) {
    sendToParent({ type: 'seeded', requestId, error: error instanceof Error ? error.message : 'unknown' });
  }
});
sendToParent({ type: 'ready', port: store.port });
