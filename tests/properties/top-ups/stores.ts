import { createCards } from '#server/store/cards/cards.ts';
import { createVaultCards } from '#server/store/cards/vault-cards.ts';
import { readConfig } from '#server/store/config/config.ts';
import { createCredits } from '#server/store/credits/create-credits.ts';
import type { Database } from '#server/store/database/database.ts';
import { createCardGateway } from '#server/store/gateway/gateway.ts';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { createRecovery } from '#server/store/payments/recovery.ts';
import type { OpenedSale, SendLocks } from '#server/store/payments/send-locks.ts';
import { addVersion } from '#server/store/products/catalog.ts';
import { createTopUps } from '#server/store/top-up/top-ups.ts';
import { createTopUpWorker } from '#server/store/top-up/worker.ts';
import { noTracing } from '#server/store/tracing/tracing.ts';
import { turnMailsOn } from '../../mail-errors.ts';
import { openMigratedDatabase } from '../../migrated-database.ts';
import { stopStoreClock } from '../../store-clock.ts';
import { silentLog, whileAlive } from '../purchases/killable-store.ts';
import { createNetwork, type Network, origin, type Sender, securityKey } from './network.ts';
import { type Player, witness } from './player.ts';

export const caps = { intervalMs: 1_800_000, perDay: 2 } as const;

const config = {
  ...readConfig({
    PORT: '0',
    DATA_DIR: 'not-used',
    COGNITO_ISSUER: 'https://pool.test/pool_Tests',
    COGNITO_CLIENT_ID: 'coffer-tests',
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    GATEWAY_URL: origin,
    GATEWAY_SECURITY_KEY: securityKey,
    GATEWAY_DUPLICATE_SECONDS: '0',
    ALLOWED_ORIGINS: 'http://localhost:5173',
    ATTEMPTS_PER_MINUTE: '1000',
    DECLINES_PER_CUSTOMER_PER_DAY: '0',
    DECLINES_PER_ADDRESS_PER_DAY: '0',
    DECLINE_BRAKE_COUNT: '0',
  }),
  // All test cards have the same number, so the gateway's duplicate check is off.
  topUp: { ...caps, duplicateMs: 1_200_000 },
};

/** A store with two processes that charge top-ups, and one for customers that is never killed. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

export const openStores = async () => {
  const database = await openMigratedDatabase();
  const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
  await database.query(turnMailsOn);
  const players = new Map<string, Player>();
  const network = await createNetwork(() => clock.now.getTime(), {
    next: (vaultId) => players.get(vaultId)?.deliveries.shift() ?? 'arrives',
    onArrival(sale) {
      const player = players.get(sale.vaultId);
      if (player !== undefined) witness(player, sale, clock.now.getTime());
    },
  });
  const sendLocks = createSendLocks();
  const begin = () => beginProcess(database, network, sendLocks);
  const workers = [begin(), begin()];
  const front = begin();
  return {
    database,
    clock,
    network,
    /** Customers by the vault ids of their cards. */
    players,
    front,
    credits: createCredits(database)('coffer_key_0a1b2c3d'),
    topUps: createTopUps(database, config),
    cards: createCards(database),
    /** Returns the processes that charge top-ups. Replaces killed ones. */
    workers: () => {
      for (const [place, { sender }] of workers.entries()) if (!sender.isAlive()) workers[place] = begin();
      return workers;
    },
    async close() {
      await network.gateway().close();
      await database.close();
    },
  };
};

/** Starts a process of the store. */
const beginProcess = (whole: Database, network: Network, sendLocks: SendLocks) => {
  let alive = true;
  let die: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  const sender: Sender = {
    isAlive: () => alive,
    kill() {
      alive = false;
      die();
    },
  };
  const database = whileAlive(whole, sender.isAlive);
  const gateway = createCardGateway(config.gateway, { send: network.sendAs(sender) });
  const attempts = createPurchaseAttempts(database, config);
  const payments = { database, config, log: silentLog, gateway, attempts, tracing: noTracing, sendLocks };
  const writes = { maySell: async () => true };
  const parts = { ...payments, vaultCards: createVaultCards(payments), writes };
  const recovery = createRecovery(parts);
  const worker = createTopUpWorker(parts, async () => 'enabled');
  const untilDeath = async (work: Promise<unknown>) => {
    await Promise.race([work, death]);
  };
  return {
    parts,
    recovery,
    /** Charges due top-ups. Resolves when that is done, or when the process is killed. */
    work: () => untilDeath(worker.work()),
    sweep: (which: 'due' | 'all') => untilDeath(recovery.sweep(which)),
    sender,
  };
};

/** Creates an in-memory replacement for a machine's lock files. */
const createSendLocks = (): SendLocks => {
  const taken = new Set<string>();
  const id = crypto.randomUUID();
  const nameOf = ({ attemptId, sentAt }: OpenedSale) => `${attemptId}.${sentAt.getTime()}`;
  const take = (sale: OpenedSale): boolean => {
    const isFirst = !taken.has(nameOf(sale));
    taken.add(nameOf(sale));
    return isFirst;
  };
  return {
    id: () => id,
    take,
    withhold: (sale) => sale.sendLocks === id && take(sale),
    release: (sale) => void taken.delete(nameOf(sale)),
    tidy: async () => undefined,
  };
};

/** The packages of a group of customers, whose prices change. */
export type Shelf = Awaited<ReturnType<typeof createShelf>>;

export const createShelf = async (database: Database, group: number) => {
  const products = [
    { id: `small-${group}`, credits: 60, version: 0, priceCents: 699 },
    { id: `large-${group}`, credits: 100, version: 0, priceCents: 999 },
  ];
  const putOnSale = async (place: number) => {
    const product = products[place];
    if (product === undefined) throw new Error('There is no such product.');
    product.version += 1;
    product.priceCents += 1;
    await addVersion(database, {
      ...product,
      name: product.id,
      bonusCredits: 0,
      creditsExpireDays: null,
      bonusExpireDays: null,
      description: '',
      rank: group * 2 + place,
      onSale: true,
      changedBy: 'tests',
    });
  };
  for (const place of products.keys()) await putOnSale(place);
  return { products, putOnSale };
};
