import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Charge, RecordedOrder, RecordedReversal } from '#server/store/gateway/order.ts';
import { assess } from '#server/store/payments/assess.ts';

const order = { customerId: 'ada', attemptId: 'order-1', amountCents: 1000 };
const charge = (transactionId: string, amountCents: number, ...reversals: RecordedReversal[]): Charge => ({
  transactionId,
  amountCents,
  reversals,
});
const reversal = (
  kind: RecordedReversal['kind'],
  reference: string,
  amountCents: number,
): RecordedReversal => ({ kind, reference, transactionId: '88', amountCents });
const charged = (charges: [Charge, ...Charge[]], ...reversals: RecordedReversal[]): RecordedOrder => ({
  kind: 'charged',
  charges,
  reversals,
});
const summaryOf = (recorded: RecordedOrder, returnsTakeCredits = false) => {
  const { decision, reversals, cases } = assess(recorded, order, returnsTakeCredits);
  return {
    ends: decision && `${decision.status} ${decision.gatewayTransactionId}`,
    books: reversals.map(({ kind, reference, amountCents }) => `${kind} ${reference} ${amountCents}`),
    cases: cases.map(({ kind, reference }) => `${kind} ${reference}`),
  };
};
const quiet = { ends: undefined, books: [], cases: [] };

describe('the assessment of the records', () => {
  it.each<[string, RecordedOrder, object]>([
    ['nothing', { kind: 'nothing' }, quiet],
    ['something undecided', { kind: 'undecided' }, quiet],
    [
      'a decline',
      { kind: 'not-charged', transactionId: '9', code: 202, text: '' },
      { ...quiet, ends: 'failed 9' },
    ],
    ['a charge', charged([charge('7', 1000)]), { ...quiet, ends: 'completed 7' }],
    [
      'refunds of both shapes',
      charged([charge('7', 1000, reversal('refund', '7/1', 300))], reversal('refund', '88', 200)),
      { ends: 'completed 7', books: ['refund 7/1 300', 'refund 88 200'], cases: [] },
    ],
    [
      'a void',
      charged([charge('7', 1000, reversal('void', '7/void', 1000))]),
      { ends: 'completed 7', books: ['void 7/void 1000'], cases: [] },
    ],
    [
      'more refunded than charged',
      charged([charge('7', 1000, reversal('refund', '7/1', 1000))], reversal('refund', '88', 1)),
      {
        ends: 'completed 7',
        books: ['refund 7/1 1000', 'refund 88 1'],
        cases: ['amount-mismatch order-1/given-back'],
      },
    ],
    ['a part of the amount', charged([charge('7', 400)]), { ...quiet, cases: ['amount-mismatch order-1'] }],
    [
      'a part of the amount, voided',
      charged([charge('7', 400, reversal('void', '7/void', 400))]),
      { ...quiet, ends: 'failed 7' },
    ],
    [
      'more than the amount, half of it refunded',
      charged([charge('7', 2000)], reversal('refund', '88', 1000)),
      { ...quiet, cases: ['amount-mismatch order-1'] },
    ],
    [
      'two charges',
      charged([charge('7', 1000), charge('8', 1000)]),
      { ends: 'completed 7', books: [], cases: ['two-charges order-1'] },
    ],
    [
      'two charges, the first voided',
      charged([charge('7', 1000, reversal('void', '7/void', 1000)), charge('8', 1000)]),
      { ...quiet, ends: 'completed 8' },
    ],
    [
      'two charges, both voided',
      charged([
        charge('7', 1000, reversal('void', '7/void', 1000)),
        charge('8', 1000, reversal('void', '8/void', 1000)),
      ]),
      { ends: 'completed 7', books: ['void 7/void 1000'], cases: [] },
    ],
    [
      'two charges, one refunded by its own transaction',
      charged([charge('7', 1000), charge('8', 1000)], reversal('refund', '88', 1000)),
      { ...quiet, ends: 'completed 7' },
    ],
    [
      'two charges, and more refunded than one of them',
      charged([charge('7', 1000), charge('8', 1000)], reversal('refund', '88', 1500)),
      { ends: 'completed 7', books: ['refund 88 500'], cases: [] },
    ],
    [
      'a part, and then the whole',
      charged([charge('7', 400), charge('8', 1000)]),
      { ends: 'completed 8', books: [], cases: ['two-charges order-1'] },
    ],
    [
      'a return',
      charged([charge('7', 1000, reversal('return', '7/return/1', 1000))]),
      { ends: 'completed 7', books: [], cases: ['return 7/return/1'] },
    ],
    [
      'a return of another amount than was to be charged',
      charged([charge('7', 400)], reversal('return', '88', 400)),
      { ...quiet, cases: ['amount-mismatch order-1', 'return 88'] },
    ],
  ])('%s', (_, recorded, expected) => {
    expect(summaryOf(recorded)).toEqual(expected);
  });

  it('treats a return as a chargeback if configured', () => {
    expect(summaryOf(charged([charge('7', 1000)], reversal('return', '88', 1000)), true)).toEqual({
      ends: 'completed 7',
      books: ['chargeback 88 1000'],
      cases: ['return 88'],
    });
  });

  it('is never a failure while more was charged than refunded', () => {
    const cents = fc.integer({ min: 1, max: 2000 });
    const reversals = fc.array(
      fc.record({
        kind: fc.constantFrom<RecordedReversal['kind']>('refund', 'void', 'return'),
        reference: fc.uuid(),
        transactionId: fc.constant('88'),
        amountCents: cents,
      }),
      { maxLength: 3 },
    );
    const charges = fc.array(
      fc.record({
        transactionId: fc.uuid(),
        amountCents: fc.oneof(fc.constant(1000), cents),
        reversals,
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(charges, reversals, fc.boolean(), ([first, ...rest], own, returnsTakeCredits) => {
        if (first === undefined) return;
        const { decision, cases } = assess(charged([first, ...rest], ...own), order, returnsTakeCredits);
        const all = [first, ...rest];
        const sum = (amounts: { amountCents: number; kind?: string }[]) =>
          amounts.reduce((total, { amountCents }) => total + amountCents, 0);
        const back = sum(
          [...all.flatMap((each) => each.reversals), ...own].filter(({ kind }) => kind !== 'return'),
        );
        if (back < sum(all)) expect(decision?.status).not.toBe('failed');
        if (decision === undefined) expect(cases.map(({ kind }) => kind)).toContain('amount-mismatch');
      }),
    );
  });
});
