/**
 * Measures whether a large store reads as fast as a small one, and how much disk space a transaction takes.
 * `DATABASE_URL=postgresql://… npm run bench:volume [-- --transactions 10000000 --customers 100000 --largest 1000000]`
 * creates two databases on that server and needs a superuser. Ten million transactions take about 20 GB. With
 * `--check`, exits with 1 if a figure exceeds its limit.
 */
import { parseArgs } from 'node:util';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { connectToPostgres, defaultPostgresLimits } from '#server/store/database/database.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { addApiKey, createApiKey } from '#server/store/merchant/api-keys.ts';
import { createStoreProcesses } from '#tests/kills/store-processes.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { clientId, startUserPool } from '#tests/unit/store/support/user-pool.ts';
import { type Figure, isWithinLimit, quantile } from '../measure.ts';
import { rowOf } from '../report.ts';
import { bytesEach, customerOf, generateVolume, type Volume } from './generate.ts';
import { readTimes } from './reads.ts';

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '10000000' },
    customers: { type: 'string', default: '100000' },
    largest: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '500' },
    check: { type: 'boolean', default: false },
  },
});
const small: Volume = { transactions: 10_000, customers: 100, largest: 1_000 };
const large: Volume = {
  transactions: Number(values.transactions),
  customers: Number(values.customers),
  largest: Number(values.largest),
};
/** Above this number of transactions, only the largest customer's books are checked. */
const provable = 100_000;
const maxRatio = 1.5;
const server = process.env['DATABASE_URL'];
if (server === undefined) throw new Error('Set DATABASE_URL to a database of a superuser.');

const disposables = createDisposableStack();

const openStore = async (volume: Volume, issuer: string) => {
  const { url, drop } = await createPostgresDatabase(server);
  disposables.defer(drop);
  // Vacuuming takes longer than the time limit for requests.
  const limits = { ...defaultPostgresLimits, statementTimeoutMs: 0 };
  const database = connectToPostgres(url, () => undefined, limits);
  const key = createApiKey();
  try {
    await generateVolume(database, volume);
    const whose = volume.transactions > provable ? customerOf(0) : undefined;
    const errors = await database.transaction((books) => findBookErrors(books, whose), { isLong: true });
    if (errors.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(errors.slice(0, 5))}`);
    await addApiKey(database, key, { name: 'bench', scopes: ['read'] });
    if (volume === large) console.table(await bytesEach(database));
  } finally {
    await database.close();
  }
  const stores = createStoreProcesses(1, {
    DATABASE_URL: url,
    COGNITO_ISSUER: issuer,
    COGNITO_CLIENT_ID: clientId,
    // Nothing listens on this port, because reads don't use the gateway.
    GATEWAY_URL: 'http://127.0.0.1:9',
    GATEWAY_SECURITY_KEY: 'a-security-key',
    ALLOWED_ORIGINS: 'http://localhost:5173',
  });
  disposables.defer(() => stores.stop());
  await stores.ready();
  return { address: `http://127.0.0.1:${stores.port()}`, key };
};

try {
  const pool = await startUserPool();
  disposables.defer(() => pool.close());
  const token = await pool.accessToken(customerOf(0), { exp: Math.floor(Date.now() / 1_000) + 86_400 });
  const [few, many] = [await openStore(small, pool.issuer), await openStore(large, pool.issuer)];
  const times = await readTimes(
    [few.address, many.address],
    { customerId: customerOf(0), token, keys: [few.key, many.key] },
    Number(values.rounds),
  );
  const figures = times.map(({ name, few: ofFew, many: ofMany }): Figure => {
    const [least, most] = [quantile(ofFew, 0.99), quantile(ofMany, 0.99)];
    const note = `p50 ${quantile(ofFew, 0.5).toFixed(1)} and ${quantile(ofMany, 0.5).toFixed(1)} ms, p99 ${least.toFixed(1)} and ${most.toFixed(1)} ms`;
    return { name, value: most / least, unit: '×', limit: maxRatio, note };
  });
  console.table(figures.map(rowOf));
  process.exitCode = !values.check || figures.every(isWithinLimit) ? 0 : 1;
} finally {
  await disposables.disposeAsync();
}
