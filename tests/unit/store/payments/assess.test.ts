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

const decline: RecordedOrder = { kind: 'not-charged', transactionId: '9', code: 202, text: '' };
const whole = charge('7', 1000);
const voided = (id: string) => charge(id, 1000, reversal('void', `${id}/void`, 1000));
const partVoided = charge('7', 400, reversal('void', '7/void', 400));
const partRefunded = charge('7', 1000, reversal('refund', '7/1', 300));
const allRefunded = charge('7', 1000, reversal('refund', '7/1', 1000));
const returned = charge('7', 1000, reversal('return', '7/return/1', 1000));
const refundOf = (cents: number) => reversal('refund', '88', cents);
const returnOf = (cents: number) => reversal('return', '88', cents);
const otherAmount = 'amount-mismatch order-1';
const tooMuch = 'amount-mismatch order-1/given-back';
const second = charge('8', 1000);
const part = charge('7', 400);
const allAndOne = ['refund 7/1 1000', 'refund 88 1'];
const twice = charge('7', 2000);
const bothShapes = charged([partRefunded], refundOf(200));
const overRefunded = charged([allRefunded], refundOf(1));
const bothVoided = charged([voided('7'), voided('8')]);
const moreThanOne = charged([whole, second], refundOf(1500));
const partReturned = charged([part], returnOf(400));

describe('assess', () => {
  it.each<[string, RecordedOrder, string | undefined, string[], string[]]>([
    ['no records', { kind: 'nothing' }, undefined, [], []],
    ['undecided records', { kind: 'undecided' }, undefined, [], []],
    ['a decline', decline, 'failed 9', [], []],
    ['a charge', charged([whole]), 'completed 7', [], []],
    ['refunds of both shapes', bothShapes, 'completed 7', ['refund 7/1 300', 'refund 88 200'], []],
    ['a void', charged([voided('7')]), 'completed 7', ['void 7/void 1000'], []],
    ['refunds above the charge', overRefunded, 'completed 7', allAndOne, [tooMuch]],
    ['a partial charge', charged([part]), undefined, [], [otherAmount]],
    ['a voided partial charge', charged([partVoided]), 'failed 7', [], []],
    ['a double charge, half refunded', charged([twice], refundOf(1000)), undefined, [], [otherAmount]],
    ['two charges', charged([whole, second]), 'completed 7', [], ['two-charges order-1']],
    ['two charges, the first voided', charged([voided('7'), second]), 'completed 8', [], []],
    ['two charges, both voided', bothVoided, 'completed 7', ['void 7/void 1000'], []],
    ['two charges with a separate refund', charged([whole, second], refundOf(1000)), 'completed 7', [], []],
    ['two charges with a refund above one charge', moreThanOne, 'completed 7', ['refund 88 500'], []],
    ['a partial and a full charge', charged([part, second]), 'completed 8', [], ['two-charges order-1']],
    ['a return', charged([returned]), 'completed 7', [], ['return 7/return/1']],
    ['a returned partial charge', partReturned, undefined, [], [otherAmount, 'return 88']],
  ])('decides, books and opens cases for %s', (_, recorded, ends, books, cases) => {
    expect(summaryOf(recorded)).toEqual({ ends, books, cases });
  });

  it('treats a return as a chargeback if configured', () => {
    const decided = { ends: 'completed 7', books: ['chargeback 88 1000'], cases: ['return 88'] };
    expect(summaryOf(charged([whole], returnOf(1000)), true)).toEqual(decided);
  });

  it('never decides that an attempt failed if more was charged than refunded', () => {
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
      fc.record({ transactionId: fc.uuid(), amountCents: fc.oneof(fc.constant(1000), cents), reversals }),
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
