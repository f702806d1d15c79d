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

/** Spends 30 credits, returns 10, captures 5, sums the usage, sets a limit, holds 7 and lets a grant expire. */
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
  await database.query('insert into usage_queue values ($1)', [customer]);
  await database.query('select sum_usage(1000), save_spending_limit($1, 50, null)', [customer]);
  await credits.hold({ ...call, id: crypto.randomUUID(), credits: 7, expiresInSeconds: 600 });
  await database.query('update credit_grants set expires_at = store_now() where grant_id = $1', [id]);
  await database.query('update accounts set credits_due_at = store_now() where customer_id = $1', [customer]);
  expect(await credits.readCustomer(customer)).toMatchObject({ held: 7 });
};

describe('findBookErrors', () => {
  it('finds no errors in a ledger with all four statuses and spent credits', async () => {
    expect(await findBookErrors(database, customer)).toEqual([]);
    await spend({ database }, customer, 100);
    expect(await findBookErrors(database)).toEqual([]);
  });

  /** Returns SQL that changes the customer's rows in one table. */
  const setIn = (table: string, change: string, rows = 'true') =>
    `update ${table} set ${change} where customer_id = $1 and ${rows}`;
  const deleteFrom = (table: string, rows: string) =>
    `delete from ${table} where customer_id = $1 and ${rows}`;
  const insertAttemptOf = (position: string) =>
    `insert into purchase_attempts (customer_id, attempt_id, fingerprint, position, sent_at, created_at)
     values ($1, gen_random_uuid(), 'x', ${position}, now(), now())`;
  const ofCompleted = `position = ${completed}`;

  it.each([
    ['balance', setIn('accounts', 'balance = balance + 1')],
    ['spent_cents', setIn('accounts', 'spent_cents = spent_cents + 1')],
    ['credits_purchased', setIn('accounts', 'credits_purchased = credits_purchased - 1')],
    ['movements', setIn('accounts', 'movements = movements + 1')],
    ['entries', setIn('accounts', 'entries = entries + 1')],
    ['completed entries of block 0', setIn('ledger_blocks', 'entries = entries + 1', "status = 'completed'")],
    ['pending entries of block 0', deleteFrom('ledger_blocks', "status = 'pending'")],
    ['purchases of entry', setIn('transactions', "status = 'failed'", ofCompleted)],
    ['fully refunded of entry', setIn('transactions', "status = 'completed'", `position = ${refunded}`)],
    ['fully refunded of entry', setIn('transactions', "status = 'refunded'", ofCompleted)],
    ['refunded_cents of entry', setIn('transactions', 'refunded_cents = 1', ofCompleted)],
    ['amount of entry', setIn('transactions', 'amount_cents = 1', ofCompleted)],
    ['credits of entry', setIn('transactions', 'credits = 1', ofCompleted)],
    ['credits left of entry', setIn('postings', 'amount = amount - 1', "debit_account = 'credits'")],
    ['balance after movement 2', setIn('movements', 'balance_after = 0', 'movement = 2')],
    ['postings of movement 1', deleteFrom('postings', 'movement = 1')],
    ['account', 'delete from accounts where customer_id = $1'],
    ['entry 99 of movement 1', setIn('movements', 'position = 99', 'movement = 1')],
    ['entry 99 of attempt', insertAttemptOf('99')],
    ['rows without movement 99', setIn('postings', 'movement = 99', 'movement = 1')],
    ['cause of movement 1', setIn('movements', "cause = 'unknown'", 'movement = 1')],
    ['audit of movement 2', setIn('movements', "reference = 'adjustment 1'", 'movement = 2')],
    ['last movement', setIn('movements', 'movement = 1000', 'movement = 5')],
    ['settled attempt of entry', insertAttemptOf(completed)],
  ])('finds a wrong %s', async (what, statement) => {
    expect(await wrongAfter(statement)).toContainEqual(expect.stringMatching(new RegExp(`^${what}`)));
    expect(await findBookErrors(database, customer)).toEqual([]);
  });

  it.each([
    ['grants', setIn('credit_grants', 'remaining = remaining - 1', 'is_open')],
    ['remaining of grant', setIn('credit_grants', 'remaining = remaining - 1', 'held > 0')],
    ['held of grant', setIn('credit_grants', 'held = held + 1', 'held > 0')],
    ['held', setIn('accounts', 'held = held + 1')],
    ['held of grants', setIn('credit_grants', 'held = 0')],
    ['expired of grant', setIn('credit_grants', 'expired = 8', 'expired > 0')],
    ['grant', deleteFrom('credit_grants', 'held > 0')],
    [
      'grants after movement',
      `delete from grant_allocations using movements
       where movements.customer_id = $1 and kind = 'spend' and movements.movement = grant_allocations.movement`,
    ],
    ['spend of movement', setIn('spends', 'credits = credits + 1')],
    ['spend of movement', setIn('holds', 'captured = captured + 1', 'captured > 0')],
    ['movement of spend', setIn('spends', 'movement = 1')],
    ['returned of spend', setIn('spends', 'returned = 9')],
    ['return of movement', setIn('spend_returns', 'credits = 9')],
    ['returned to grant', setIn('spend_returns', 'movement = 1')],
    ['allocations of hold', setIn('hold_allocations', 'credits = credits + 1')],
    ['used this month', setIn('accounts', 'used = used + 1')],
    ['used this month', setIn('holds', "created_at = created_at - interval '40 days'", "state = 'open'")],
    ['month of the limit', setIn('accounts', 'spending_limit = null')],
    ['summed movement', setIn('accounts', 'summed_movement = movements + 1')],
    ['usage of .* in', setIn('usage_days', 'credits = credits + 1')],
    ['uses of .* in', setIn('usage_days', 'count = count + 1')],
    ['usage of .* for', setIn('usage_references', 'credits = credits + 1')],
    ['usage of .* for', deleteFrom('usage_references', 'true')],
    ['rows without movement 99', setIn('grant_allocations', 'movement = 99', 'movement = 1')],
    ['below zero after movement', setIn('movements', 'balance_after = -1', "kind = 'spend'")],
  ])('finds a wrong %s after credits were used', async (what, statement) => {
    await useCredits();
    expect(await findBookErrors(database, customer)).toEqual([]);
    expect(await wrongAfter(statement)).toContainEqual(expect.stringMatching(new RegExp(`^${what}`)));
  });
});
