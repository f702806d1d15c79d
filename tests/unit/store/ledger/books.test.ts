import { beforeEach, describe, expect, it } from 'vitest';
import { createCredits } from '#server/store/credits/create-credits.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { seedCustomer } from '#server/store/ledger/seeding.ts';
import { defaultProductsFile, readProducts } from '#server/store/products/products.ts';
import { spend } from '../support/spending.ts';
import { databaseOfFile } from '../support/test-database.ts';

const database = await databaseOfFile();

let customer: string;
beforeEach(async () => {
  customer = crypto.randomUUID();
  const attributes = { email: null, firstName: null, lastName: null, phone: null };
  const products = await readProducts(defaultProductsFile);
  await seedCustomer(database, { id: customer, ...attributes }, 40, products, new Date());
});

const wrongAfter = async (statement: string): Promise<string[]> => {
  const undone = new Error('undone');
  let found: string[] = [];
  await database
    .transaction(async (transaction) => {
      await transaction.query("set local session_replication_role = 'replica'");
      await transaction.query(statement, [customer]);
      found = (await findBookErrors(transaction, customer)).map(({ what }) => what);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
};
const completed = "(select min(position) from transactions where customer_id = $1 and status = 'completed')";
const refunded = "(select min(position) from transactions where customer_id = $1 and status = 'refunded')";

/** A spend of 30 of which 10 are returned, a capture of 5, an open hold of 7 and an expired grant. */
const useCredits = async (): Promise<void> => {
  const credits = createCredits(database)('coffer_key_0a1b2c3d');
  const id = crypto.randomUUID();
  const call = { id, customerId: customer, reference: null };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await credits.grant({ ...call, credits: 9, reason: 'x', expiresAt, priority: 200 });
  await credits.spend({ ...call, credits: 30, description: null });
  await credits.returnCredits({ spendId: id, returnId: id, credits: 10 });
  await credits.hold({ ...call, credits: 15, expiresInSeconds: 600 });
  await credits.captureHold({ id, credits: 5 });
  await credits.hold({ ...call, id: crypto.randomUUID(), credits: 7, expiresInSeconds: 600 });
  await database.query('update credit_grants set expires_at = store_now() where grant_id = $1', [id]);
  await database.query('update accounts set credits_due_at = store_now() where customer_id = $1', [customer]);
  expect(await credits.readCustomer(customer)).toMatchObject({ held: 7 });
};

describe('the check of the books', () => {
  it('finds nothing wrong with a ledger in all four statuses, and with spent credits', async () => {
    expect(await findBookErrors(database, customer)).toEqual([]);
    await spend({ database }, customer, 100);
    expect(await findBookErrors(database)).toEqual([]);
  });

  it.each([
    ['balance', 'update accounts set balance = balance + 1 where customer_id = $1'],
    ['spent_cents', 'update accounts set spent_cents = spent_cents + 1 where customer_id = $1'],
    [
      'credits_purchased',
      'update accounts set credits_purchased = credits_purchased - 1 where customer_id = $1',
    ],
    ['movements', 'update accounts set movements = movements + 1 where customer_id = $1'],
    ['entries', 'update accounts set entries = entries + 1 where customer_id = $1'],
    [
      'completed entries of block 0',
      "update ledger_blocks set entries = entries + 1 where customer_id = $1 and status = 'completed'",
    ],
    ['pending entries of block 0', "delete from ledger_blocks where customer_id = $1 and status = 'pending'"],
    [
      'purchases of entry',
      `update transactions set status = 'failed' where customer_id = $1 and position = ${completed}`,
    ],
    [
      'fully refunded of entry',
      `update transactions set status = 'completed' where customer_id = $1 and position = ${refunded}`,
    ],
    [
      'fully refunded of entry',
      `update transactions set status = 'refunded' where customer_id = $1 and position = ${completed}`,
    ],
    [
      'refunded_cents of entry',
      `update transactions set refunded_cents = 1 where customer_id = $1 and position = ${completed}`,
    ],
    [
      'amount of entry',
      `update transactions set amount_cents = 1 where customer_id = $1 and position = ${completed}`,
    ],
    [
      'credits of entry',
      `update transactions set credits = 1 where customer_id = $1 and position = ${completed}`,
    ],
    [
      'credits left of entry',
      "update postings set amount = amount - 1 where customer_id = $1 and debit_account = 'credits'",
    ],
    [
      'balance after movement 2',
      'update movements set balance_after = 0 where customer_id = $1 and movement = 2',
    ],
    ['postings of movement 1', 'delete from postings where customer_id = $1 and movement = 1'],
    ['cause of movement 1', "update movements set cause = 'unknown' where customer_id = $1 and movement = 1"],
    [
      'audit of movement 2',
      "update movements set reference = 'adjustment 1' where customer_id = $1 and movement = 2",
    ],
    ['last movement', 'update movements set movement = 1000 where customer_id = $1 and movement = 5'],
    [
      'settled attempt of entry',
      `insert into purchase_attempts (customer_id, attempt_id, fingerprint, position, sent_at, created_at)
       values ($1, gen_random_uuid(), 'x', ${completed}, now(), now())`,
    ],
  ])('finds a wrong %s', async (what, statement) => {
    expect(await wrongAfter(statement)).toContainEqual(expect.stringMatching(new RegExp(`^${what}`)));
    expect(await findBookErrors(database, customer)).toEqual([]);
  });

  it.each([
    ['grants', 'update credit_grants set remaining = remaining - 1 where customer_id = $1 and is_open'],
    [
      'remaining of grant',
      'update credit_grants set remaining = remaining - 1 where customer_id = $1 and held > 0',
    ],
    ['held of grant', 'update credit_grants set held = held + 1 where customer_id = $1 and held > 0'],
    ['held', 'update accounts set held = held + 1 where customer_id = $1'],
    ['held of grants', 'update credit_grants set held = 0 where customer_id = $1'],
    ['expired of grant', 'update credit_grants set expired = 8 where customer_id = $1 and expired > 0'],
    ['grant', 'delete from credit_grants where customer_id = $1 and held > 0'],
    [
      'grants after movement',
      "delete from grant_allocations using movements where movements.customer_id = $1 and kind = 'spend' and movements.movement = grant_allocations.movement",
    ],
    ['spend of movement', 'update spends set credits = credits + 1 where customer_id = $1'],
    ['spend of movement', 'update holds set captured = captured + 1 where customer_id = $1 and captured > 0'],
    ['movement of spend', 'update spends set movement = 1 where customer_id = $1'],
    ['returned of spend', 'update spends set returned = 9 where customer_id = $1'],
    ['return of movement', 'update spend_returns set credits = 9 where customer_id = $1'],
    ['returned to grant', 'update spend_returns set movement = 1 where customer_id = $1'],
    ['allocations of hold', 'update hold_allocations set credits = credits + 1 where customer_id = $1'],
    [
      'below zero after movement',
      "update movements set balance_after = -1 where customer_id = $1 and kind = 'spend'",
    ],
  ])('finds a wrong %s of credits in use', async (what, statement) => {
    await useCredits();
    expect(await findBookErrors(database, customer)).toEqual([]);
    expect(await wrongAfter(statement)).toContainEqual(expect.stringMatching(new RegExp(`^${what}`)));
  });
});
