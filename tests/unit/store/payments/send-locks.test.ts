import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import type { LogFields } from '#server/store/logging/logging.ts';
import { openSendLocks } from '#server/store/payments/send-locks.ts';
import { makeDirectory } from '../../../../packages/local-services/test/serving.ts';
import { createRecordingLog } from '../support/logs.ts';
import { pay, paymentRequest, stateOf } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { openTestDatabase } from '../support/test-database.ts';

const root = await makeDirectory(afterAll);
const directory = join(root, 'shared');

const logged: LogFields[] = [];
const log = createRecordingLog(logged);
const open = (place = directory, now?: () => number) => openSendLocks(place, log, now);
const newSale = () => ({ attemptId: crypto.randomUUID(), sentAt: new Date(1_800_000_000_000) });
const filesIn = async (place: string) => {
  const [boot = ''] = await readdir(place);
  return { folder: join(place, boot), names: await readdir(join(place, boot)) };
};

/** A function that runs once, after the next opening's commit and before the store gets the result. */
let afterOpening: (() => unknown) | undefined;
const owned = await openTestDatabase();
const used: Database = {
  ...owned,
  async query(sql, values) {
    const rows = await owned.query(sql, values);
    const happens = sql.includes('open_purchase') ? afterOpening : undefined;
    if (happens === undefined) return rows as never;
    afterOpening = undefined;
    await happens();
    return rows as never;
  },
};
const locks = await open();
const store = await storeOfFile({}, { databases: { owned, used }, sendLocks: locks });

describe('the right to send a sale', () => {
  it('is granted only once, across all processes', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const sale = newSale();
    expect(one.id()).toBe(other.id());
    expect(one.take(sale)).toBe(true);
    for (const locks of [one, other, await open()]) {
      expect(locks.take(sale)).toBe(false);
      expect(locks.withhold({ ...sale, sendLocks: one.id() })).toBe(false);
    }
    expect(other.take({ ...sale, sentAt: new Date(sale.sentAt.getTime() + 1) })).toBe(true);
  });

  it('is lost if another process withholds it first', async () => {
    const [sender, other] = await Promise.all([open(), open()]);
    const sale = newSale();
    expect(other.withhold({ ...sale, sendLocks: sender.id() })).toBe(true);
    expect(sender.take(sale)).toBe(false);
  });

  it('stays withheld, which each process can tell', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const sale = { ...newSale(), sendLocks: one.id() };
    for (const locks of [one, one, other]) expect(locks.withhold(sale)).toBe(true);
  });

  it.each([
    ['another lock directory', async () => (await open(join(root, 'another'))).id()],
    ['no lock directory', async () => null],
  ])('is not withheld from a sender with %s', async (_, idOf) => {
    const locks = await open();
    const sale = newSale();
    expect(locks.withhold({ ...sale, sendLocks: await idOf() })).toBe(false);
    expect(locks.take(sale)).toBe(true);
  });

  it('is granted to no process if the lock directory is gone', async () => {
    const place = join(root, 'cleared');
    const locks = await open(place);
    const id = locks.id();
    const sale = newSale();
    locks.take(sale);
    await rm(place, { recursive: true });
    const again = await open(place);
    expect(again.id()).not.toBe(id);
    // The file that recorded the sending is gone.
    expect(locks.withhold({ ...sale, sendLocks: id })).toBe(false);

    await rm(place, { recursive: true });
    expect(locks.take(newSale())).toBe(false);
    expect(locks.id()).toBeNull();
    expect(logged).toContainEqual(expect.objectContaining({ event: 'send-locks-failed' }));
  });
});

describe('a store with lock files', () => {
  let customer: string;
  let key: string;
  beforeEach(async () => {
    customer = await store.newCustomer();
    key = crypto.randomUUID();
  });

  const senderIsGone = () =>
    store.database.query("update purchase_attempts set sender = sender # 1 where state = 'sending'");
  const dieBeforeSending = (request: ReturnType<typeof paymentRequest>) =>
    new Promise<void>((resolve, reject) => {
      afterOpening = () => {
        resolve();
        return new Promise<never>(() => undefined);
      };
      pay(store, customer, request, key).catch(reject);
    });

  it('allows an immediate retry if the sender died before it sent the sale', async () => {
    const request = paymentRequest();
    await dieBeforeSending(request);
    await senderIsGone();
    await store.recovery.sweep('due');
    expect(await stateOf(store, key)).toBe('unsent');
    expect(store.gateway.lookups).toBe(0);
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200 });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('records its lock directory each time it opens an attempt', async () => {
    const request = paymentRequest();
    store.gateway.behavior = { refuseWith: 301 };
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 503 });
    // Pretend that a process without a lock directory opened the attempt.
    await store.database.query('update purchase_attempts set send_locks = null where attempt_id = $1', [key]);
    await dieBeforeSending(request);
    await senderIsGone();
    await store.recovery.sweep('due');
    expect(await stateOf(store, key)).toBe('unsent');
  });

  it('leaves an attempt to a live sender that has just started', async () => {
    afterOpening = () => store.recovery.sweep('all');
    expect(await pay(store, customer, paymentRequest(), key)).toMatchObject({ status: 200 });
  });

  it('does not send an attempt that another process withheld from it', async () => {
    const request = paymentRequest();
    afterOpening = async () => {
      await senderIsGone();
      await store.recovery.sweep('due');
    };
    expect(await pay(store, customer, request, key)).toMatchObject(refusal(503, 'gateway-unreachable'));
    expect(store.gateway.requests).toEqual([]);
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200 });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('removes the files of settled attempts, and later removes old files', async () => {
    const namesOfKey = async () => (await filesIn(directory)).names.filter((name) => name.startsWith(key));
    await pay(store, customer, paymentRequest(), key);
    expect(await namesOfKey()).toEqual([]);

    key = crypto.randomUUID();
    store.gateway.behavior = 'charge, then cut the connection';
    store.gateway.records = 'lagging';
    await pay(store, customer, paymentRequest(), key);
    const [name = ''] = await namesOfKey();
    const { folder } = await filesIn(directory);
    const threeDaysAgo = new Date(Date.now() - 72 * 3_600_000);
    await utimes(join(folder, name), threeDaysAgo, threeDaysAgo);
    let time = 0;
    const tidy = await open(directory, () => time).then((opened) => () => opened.tidy(store.database));
    await tidy();
    expect(await namesOfKey()).toEqual([name]);

    store.gateway.records = 'true';
    await store.recovery.sweep('all');
    await tidy();
    expect(await namesOfKey()).toEqual([name]);
    time = 3_600_000;
    const young = newSale();
    locks.take(young);
    await tidy();
    expect(await namesOfKey()).toEqual([]);
    expect(locks.take(young)).toBe(false);
    expect((await filesIn(directory)).names).toContain('id');
  });
});
