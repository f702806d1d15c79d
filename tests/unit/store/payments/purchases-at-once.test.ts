import { beforeEach, expect, it } from 'vitest';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { charged } from '#server/store/payments/decisions.ts';
import type { AttemptToOpen } from '#server/store/payments/open-attempts.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { watchStatements } from '../support/test-database.ts';

let customer: string;
const store = await storeOfFile({ ATTEMPTS_PER_MINUTE: '30', ATTEMPTS_IN_FLIGHT: '0' });
beforeEach(async () => {
  customer = await store.newCustomer();
});

const attemptToOpen = (changes: Partial<AttemptToOpen> = {}): AttemptToOpen => ({
  customerId: customer,
  attemptId: crypto.randomUUID(),
  fingerprint: Buffer.from('a request'),
  tokenHash: Buffer.from(crypto.randomUUID()),
  productId: 'plus-1200',
  expectedCents: undefined,
  patienceMs: 60_000,
  ipAddress: undefined,
  sendLocks: null,
  ...changes,
});

const watchedAttempts = () => {
  const { watched, statements } = watchStatements(store.database);
  return { attempts: createPurchaseAttempts(watched, store.config), statements };
};

it('concurrent purchases are opened in one statement and settled in another', async () => {
  const { attempts, statements } = watchedAttempts();
  const [repeated, foreign] = [attemptToOpen(), attemptToOpen()];
  const given = [
    attemptToOpen(),
    repeated,
    repeated,
    { ...foreign, tokenHash: repeated.tokenHash },
    attemptToOpen({ productId: 'no-such-product' }),
    attemptToOpen({ expectedCents: 1 }),
    { ...repeated, fingerprint: Buffer.from('another request') },
    attemptToOpen({ customerId: await store.newCustomer() }),
  ];
  const openings = await Promise.all(given.map((attempt) => attempts.open(attempt)));
  const outcomes = 'opened opened in-progress token-used unknown-product price-changed key-reused opened';
  expect(openings.map(({ outcome }) => outcome).join(' ')).toBe(outcomes);
  expect(statements).toHaveLength(1);

  const settlements = await Promise.all(
    openings.map((opening, place) => {
      const attempt = given[place];
      return opening.outcome === 'opened' && attempt !== undefined
        ? attempts.settle(
            { ...attempt, amountCents: opening.amount_cents, state: 'sending', sentAt: opening.sent_at },
            charged(`charge-${place}`),
            'attempt',
            place === 1
              ? [{ kind: 'refund', reference: 'part', transactionId: 'refund-1', amountCents: 500 }]
              : [],
          )
        : undefined;
    }),
  );
  expect(statements).toHaveLength(2);
  expect(settlements.filter((settled) => settled !== undefined)).toMatchObject(
    [0, 500, 0].map((refundedCents) => ({ moved: true, status: 'completed', refundedCents })),
  );
  const ids = openings.flatMap((opening) => (opening.outcome === 'opened' ? [opening.transaction_id] : []));
  expect(settlements.flatMap((settled) => settled?.response?.body ?? [])).toMatchObject(
    ids.map((id) => ({ transaction_id: id, credits_added: 1300 })),
  );
});

it('a batch’s other purchases are opened even if PostgreSQL rejects one', async () => {
  const { attempts } = watchedAttempts();
  // Make one attempt fail: PostgreSQL can't store this product id's NUL character.
  const given = [attemptToOpen(), attemptToOpen({ productId: '\u0000' }), attemptToOpen()];
  const openings = await Promise.allSettled(given.map((attempt) => attempts.open(attempt)));
  const opened = { status: 'fulfilled', value: { outcome: 'opened' } };
  expect(openings).toMatchObject([opened, { status: 'rejected', reason: { code: '22P05' } }, opened]);
});

it('each opening of a batch is recorded if the database’s response is lost', async () => {
  const lost: string[] = [];
  const query = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  const note = ({ attemptId }: { readonly attemptId: string }) => void lost.push(attemptId);
  const lostOpenings = { note, release: () => Promise.resolve() };
  const attempts = createPurchaseAttempts({ ...store.database, query }, store.config, lostOpenings);
  const given = [attemptToOpen(), attemptToOpen(), attemptToOpen()];
  const openings = await Promise.allSettled(given.map((attempt) => attempts.open(attempt)));
  expect(openings.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(lost).toEqual(given.map(({ attemptId }) => attemptId));
});
