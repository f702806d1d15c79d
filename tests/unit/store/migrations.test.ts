import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBookErrors } from '#server/store/books.ts';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { ownRelease } from '#server/store/database/release.ts';
import { ledgerIn } from '#server/store/ledger.ts';
import { purchaseAttemptsIn } from '#server/store/payments/attempts.ts';
import { givenUp, notCharged } from '#server/store/payments/decisions.ts';
import { openEmptyDatabase, openTestDatabase } from './support/test-database.ts';

/** The migrations that came after the refusals. */
const later = [
  '0006-double-entry.sql',
  '0007-gateway-events.sql',
  '0008-operators.sql',
  '0009-refund-requests.sql',
  '0010-products.sql',
  '0011-declines.sql',
  '0012-senders.sql',
  '0013-attempt-traces.sql',
  '0014-brake-release.sql',
  '0015-implied-constraints.sql',
  '0016-send-locks.sql',
  '0017-autovacuum.sql',
  '0018-attempts-in-flight.sql',
  '0019-brake-cause.sql',
  '0020-roles.sql',
  '0021-bounds.sql',
  '0023-blocked-customers.sql',
  '0024-erased-customers.sql',
  '0026-card-details.sql',
  '0027-operators-table.sql',
];
const limits = {
  attemptsPerMinute: 20,
  attemptsInFlight: 3,
  declines: { perCustomer: 0, perNetwork: 0, brakeCount: 0, brakeWindowMs: 1_000, brakeMs: 1_000 },
};

describe('migrations', () => {
  let database: Database;
  afterEach(() => database.close());

  it('are applied once, also when two processes start together', async () => {
    database = await openEmptyDatabase();
    const applied = await Promise.all([migrate(database), migrate(database)]);
    expect(applied.flat()).toEqual([
      '0001-customers-and-ledger.sql',
      '0002-purchases.sql',
      '0003-lost-answers.sql',
      '0005-refusals.sql',
      ...later,
      ownRelease.schema,
    ]);
    expect(await migrate(database)).toEqual([]);
  });

  it('refuse a database of a later release that has left the program behind', async () => {
    database = await openTestDatabase();
    await database.query("insert into schema_migrations (name, checksum) values ('9999-later.sql', 'x')");
    await database.query(`alter schema ${ownRelease.schema} rename to left_behind`);
    await expect(migrate(database)).rejects.toThrow('newer than this program');
  });

  it('refuse to go on when one was changed', async () => {
    database = await openTestDatabase();
    await database.query("update schema_migrations set checksum = 'x' where name like '0001%'");
    await expect(migrate(database)).rejects.toThrow('0001-customers-and-ledger.sql was changed');
  });
});

describe('a database of the time when migrations held the functions', () => {
  const paid = crypto.randomUUID();
  const declined = crypto.randomUUID();
  const sending = crypto.randomUUID();
  const answers = {
    [paid]: { amount_cents: 1000, credits_added: 1300, transaction_id: paid },
    [declined]: { detail: 'Your card was declined: insufficient funds.' },
  };
  const formerMigrations = [
    ['0001-customers-and-ledger.sql', '7318d45fa598cccdfc2a089c9dd4b8ed15f2b1e4629d611663f1a9c10f82fc42'],
    ['0002-purchases.sql', '5b5d36c463af4c0232775a51e066d80ab2a87fb1b4fc0286f0b5c1cce349674f'],
    ['0003-lost-answers.sql', 'de0495076160af06d454c4b3c3f5210f71604fcaaa480f6358da5e41aec54016'],
    ['0004-refunds.sql', 'd93226dffcedfcf134d2c249ee854311e3a7cb2132bb1503df4810ac896cc376'],
  ] as const;

  /** Its tables are those of the first three migrations; of its functions one with its former signature stands for all. */
  const openFormerDatabase = async (): Promise<Database> => {
    const former = await openEmptyDatabase();
    await former.query(
      'create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)',
    );
    for (const [name, checksum] of formerMigrations) {
      await former.query('insert into schema_migrations values ($1, $2, now())', [name, checksum]);
      const file = new URL(`../../../server/store/database/migrations/${name}`, import.meta.url);
      if (name !== '0004-refunds.sql') await former.query(await readFile(file, 'utf8'));
    }
    await former.query(
      'create function settle_purchase(text, uuid) returns table (answer_status int, answer jsonb) language sql return (200, null)',
    );
    await former.query("insert into customers (customer_id, created_at) values ('ada', now())");
    await former.query("insert into accounts (customer_id, entries, balance) values ('ada', 3, 1300)");
    for (const [index, id] of [paid, declined, sending].entries()) {
      const answer = answers[id];
      const status = ['completed', 'failed', 'pending'][index];
      await former.query(
        `insert into transactions (customer_id, position, transaction_id, order_id, status, product_id, product_name,
           amount_cents, credits, bonus_credits, created_at)
         values ('ada', $1, $2, $2, $3, 'plus-1200', 'Plus', 1000, 1200, 100, now())`,
        [index + 1, id, status],
      );
      await former.query("insert into ledger_blocks values ('ada', $1, 0, 1)", [status]);
      await former.query(
        `insert into purchase_attempts (customer_id, attempt_id, fingerprint, position, state, sent_at, check_at,
           decided_by, answer_status, answer, created_at)
         values ('ada', $1, 'x', $2, $3, '2026-11-20', now(), $4, $5, $6, now())`,
        answer === undefined
          ? [id, index + 1, 'sending', null, null, null]
          : [id, index + 1, 'settled', 'gateway', id === paid ? 200 : 402, JSON.stringify(answer)],
      );
    }
    return former;
  };

  it('goes on, and repeats to the byte what it has answered', async () => {
    const former = await openFormerDatabase();
    expect(await migrate(former)).toEqual(['0005-refusals.sql', ...later, ownRelease.schema]);
    expect(await migrate(former)).toEqual([]);

    const attempts = purchaseAttemptsIn(former, limits);
    const repeat = (attemptId: string) =>
      attempts.open({
        customerId: 'ada',
        attemptId,
        fingerprint: Buffer.from('x'),
        tokenHash: Buffer.from(attemptId),
        productId: 'plus-1200',
        expectedCents: undefined,
        patienceMs: 1000,
        ipAddress: undefined,
        sendLocks: null,
      });
    for (const [attemptId, status] of [
      [paid, 200],
      [declined, 402],
    ] as const) {
      const opening = await repeat(attemptId);
      expect(opening).toMatchObject({ outcome: 'settled', response: { status } });
      expect(JSON.stringify('response' in opening && opening.response.body)).toBe(
        JSON.stringify(answers[attemptId]),
      );
    }
    expect(await attempts.find('ada', declined)).toEqual({ state: 'failed', ...answers[declined] });

    expect(await repeat(sending)).toEqual({ outcome: 'in-progress' });
    const open = { customerId: 'ada', attemptId: sending, amountCents: 1000, state: 'sending' } as const;
    await attempts.settle({ ...open, sentAt: new Date('2026-11-20') }, givenUp, 'attempt');
    expect(await repeat(sending)).toMatchObject({ response: { status: 402, body: notCharged } });
    await former.close();
  }, 60_000);
});

describe('books from before there were movements', () => {
  const earlier = [
    '0001-customers-and-ledger.sql',
    '0002-purchases.sql',
    '0003-lost-answers.sql',
    '0005-refusals.sql',
  ];
  const entries = ['completed', 'refunded', 'failed', 'pending', 'completed'] as const;
  const orders = entries.map(() => crypto.randomUUID());

  const openEarlierDatabase = async (): Promise<Database> => {
    const former = await openEmptyDatabase();
    await former.query(
      'create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)',
    );
    for (const name of earlier) {
      const sql = await readFile(
        new URL(`../../../server/store/database/migrations/${name}`, import.meta.url),
        'utf8',
      );
      await former.query(sql);
      await former.query('insert into schema_migrations values ($1, $2, now())', [
        name,
        createHash('sha256').update(sql).digest('hex'),
      ]);
    }
    for (const customer of ['ada', 'bob']) {
      await former.query('insert into customers (customer_id, created_at) values ($1, now())', [customer]);
      await former.query('insert into accounts (customer_id) values ($1)', [customer]);
    }
    await former.query(
      `update accounts set entries = 5, balance = 2600, credits_purchased = 2600, spent_cents = 2000
       where customer_id = 'ada'`,
    );
    // Somebody else has taken credits, and given some.
    await former.query("update accounts set balance = 2500 where customer_id = 'ada'");
    await former.query("update accounts set balance = 7 where customer_id = 'bob'");
    for (const [index, status] of entries.entries()) {
      const at = `2026-11-20T1${index}:00:00Z`;
      await former.query(
        `insert into transactions (customer_id, position, transaction_id, order_id, status, product_id, product_name,
           amount_cents, credits, bonus_credits, balance_after, created_at, settled_at)
         values ('ada', $1, $2, $2, $3, 'plus-1200', 'Plus', 1000, 1200, 100, 55, $4::timestamptz, $4::timestamptz + interval '90 min')`,
        [index + 1, orders[index], status, at],
      );
      await former.query(
        `insert into purchase_attempts (customer_id, attempt_id, fingerprint, position, state, sent_at, check_at,
           decided_by, refusal_detail, created_at)
         values ('ada', $1, 'x', $2, $3, $4, $4, $5, $6, $4)`,
        [
          orders[index],
          index + 1,
          status === 'pending' ? 'sending' : 'settled',
          at,
          status === 'pending' ? null : status === 'failed' ? 'deadline' : 'gateway',
          status === 'failed' ? 'not charged' : null,
        ],
      );
      await former.query(
        `insert into ledger_blocks values ('ada', $1, 0, 1)
         on conflict (customer_id, status, block) do update set entries = ledger_blocks.entries + 1`,
        [status],
      );
    }
    return former;
  };

  it('are proven from movements afterwards, and no row or balance has changed', async () => {
    const former = await openEarlierDatabase();
    await migrate(former);
    expect(await findBookErrors(former)).toEqual([]);
    expect(
      await former.query(
        'select movement, position, kind, reference, balance_after from movements order by customer_id, movement',
      ),
    ).toEqual([
      { movement: 1, position: 2, kind: 'purchase', reference: 'purchase', balance_after: 1300 },
      { movement: 2, position: 1, kind: 'purchase', reference: 'purchase', balance_after: 2600 },
      { movement: 3, position: 2, kind: 'refund', reference: 'refund', balance_after: 1300 },
      { movement: 4, position: 5, kind: 'purchase', reference: 'purchase', balance_after: 2600 },
      { movement: 5, position: null, kind: 'adjustment', reference: 'opening balance', balance_after: 2500 },
      { movement: 1, position: null, kind: 'adjustment', reference: 'opening balance', balance_after: 7 },
    ]);
    expect(
      await former.query('select status, balance_after, refunded_cents from transactions order by position'),
    ).toEqual(
      entries.map((status) => ({
        status,
        balance_after: 55,
        refunded_cents: status === 'refunded' ? 1000 : 0,
      })),
    );
    const history = await ledgerIn(former).readHistory('ada', { page: 4, limit: 1, status: undefined });
    expect(history.transactions[0]?.reversals).toEqual([
      { kind: 'refund', date: '2026-11-20T12:30:00.000Z', amount_display: '$10.00', credits: 1300 },
    ]);
    await former.close();
  }, 60_000);

  it('are asked about once more where a deadline had decided, and where nothing had', async () => {
    const former = await openEarlierDatabase();
    await migrate(former);
    const due = await purchaseAttemptsIn(former, limits).takeDue('due', 3_600_000, 10);
    expect(due.map(({ attemptId, state }) => `${state} ${attemptId}`).sort()).toEqual([
      `sending ${orders[3]}`,
      `settled ${orders[2]}`,
    ]);
    await former.close();
  }, 60_000);
});

describe('the database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openEmptyDatabase();
  }, 60_000);
  afterAll(() => database.close());

  it('undoes what a failed transaction did, and goes on', async () => {
    await database.query('create table tried (n bigint)');
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into tried values (1)');
      await transaction.query('select nothing');
    });
    await expect(failing).rejects.toThrow('nothing');
    expect(await database.query('select * from tried')).toEqual([]);
  });

  it('answers integers as numbers, and never a wrong one', async () => {
    expect(await database.query('select 9007199254740991::bigint as n')).toEqual([
      { n: 9_007_199_254_740_991 },
    ]);
    await expect(database.query('select 9007199254740993::bigint as n')).rejects.toThrow('beyond 2^53');
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
  });
});
