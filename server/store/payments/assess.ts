import {
  type Charge,
  type RecordedOrder,
  type RecordedReversal,
  reversalsOf,
  sumOf,
} from '../gateway/order.ts';
import { charged, type Decision, declined, failedAfterRefund } from './decisions.ts';
import type { OpenCase } from './open-cases.ts';

/** A reversal to book. The bank made it if `kind` is `chargeback`. */
export interface Reversal extends Omit<RecordedReversal, 'kind'> {
  readonly kind: 'refund' | 'void' | 'chargeback';
}

/** What an order's gateway records mean for the books. */
export interface Assessment {
  /** Undefined while the records show no outcome. */
  readonly decision: Decision | undefined;
  /** Reversals to book with a completed purchase. Booking skips those already booked. */
  readonly reversals: readonly Reversal[];
  readonly cases: readonly OpenCase[];
}

export interface AssessedOrder {
  readonly customerId: string;
  readonly attemptId: string;
  /** The expected charge, in US cents. */
  readonly amountCents: number;
}

/**
 * Decides what to book for an order. Only a charge of the exact amount is a purchase. Any other charge keeps
 * the attempt open until the charge is refunded. Excess refunds, second charges and returns become cases.
 */
export const assess = (
  recorded: RecordedOrder,
  order: AssessedOrder,
  returnsTakeCredits: boolean,
): Assessment => {
  switch (recorded.kind) {
    case 'nothing':
    case 'undecided':
      return { decision: undefined, reversals: [], cases: [] };
    case 'not-charged':
      return { decision: declined(recorded), reversals: [], cases: [] };
    case 'charged': {
      const main = mainChargeOf(recorded.charges, order.amountCents);
      const returns = returnCases(recorded, order);
      const found =
        main === undefined
          ? assessOtherAmount(recorded, order)
          : assessPurchase(recorded, main, order, returnsTakeCredits);
      return { ...found, cases: [...found.cases, ...returns] };
    }
  }
};

type Charged = Extract<RecordedOrder, { kind: 'charged' }>;

const isReturn = ({ kind }: RecordedReversal): boolean => kind === 'return';
/** Returns the part of a charge that wasn't refunded, in US cents. */
const leftOf = ({ amountCents, reversals }: Charge): number =>
  Math.max(0, amountCents - sumOf(reversals.filter((reversal) => !isReturn(reversal))));

/** Returns the charge that counts as the purchase. Prefers one that wasn't refunded. */
const mainChargeOf = (charges: readonly Charge[], amountCents: number): Charge | undefined => {
  const whole = charges.filter((charge) => charge.amountCents === amountCents);
  return whole.find((charge) => leftOf(charge) > 0) ?? whole[0];
};

const assessPurchase = (
  { charges, reversals: own }: Charged,
  main: Charge,
  order: AssessedOrder,
  returnsTakeCredits: boolean,
): Assessment => {
  // Apply refunds that don't name their charge to surplus charges first.
  let tooMuch = charges.reduce((sum, charge) => (charge === main ? sum : sum + leftOf(charge)), 0);
  const rest = own.flatMap((reversal) => {
    if (isReturn(reversal)) return [reversal];
    const elsewhere = Math.min(tooMuch, reversal.amountCents);
    tooMuch -= elsewhere;
    const amountCents = reversal.amountCents - elsewhere;
    return amountCents > 0 ? [{ ...reversal, amountCents }] : [];
  });
  const reversals = [...main.reversals, ...rest].flatMap((reversal) =>
    bookedAs(reversal, returnsTakeCredits),
  );

  const refundedCents = reversals.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const cases: OpenCase[] = [];
  if (tooMuch > 0) {
    const chargedCents = charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
    cases.push(caseOf('two-charges', order, order.attemptId, { charges: charges.length, chargedCents }));
  }
  if (refundedCents > main.amountCents) {
    const evidence = { chargedCents: main.amountCents, givenBackCents: refundedCents };
    cases.push(caseOf('amount-mismatch', order, `${order.attemptId}/given-back`, evidence));
  }
  return { decision: charged(main.transactionId), reversals, cases };
};

const bookedAs = (
  { kind, ...reversal }: RecordedReversal,
  returnsTakeCredits: boolean,
): readonly Reversal[] => {
  if (kind !== 'return') return [{ ...reversal, kind }];
  return returnsTakeCredits ? [{ ...reversal, kind: 'chargeback' }] : [];
};

const assessOtherAmount = ({ charges, reversals: own }: Charged, order: AssessedOrder): Assessment => {
  const [first] = charges;
  const chargedCents = charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const left = charges.reduce((sum, charge) => sum + leftOf(charge), 0);
  const refundedCents = chargedCents - left + sumOf(own.filter((reversal) => !isReturn(reversal)));
  if (refundedCents >= chargedCents) {
    const wasInPart = chargedCents < order.amountCents;
    return { decision: failedAfterRefund(first.transactionId, wasInPart), reversals: [], cases: [] };
  }
  const evidence = { transactionId: first.transactionId, chargedCents, givenBackCents: refundedCents };
  return {
    decision: undefined,
    reversals: [],
    cases: [caseOf('amount-mismatch', order, order.attemptId, evidence)],
  };
};

const returnCases = (recorded: Charged, order: AssessedOrder): OpenCase[] =>
  reversalsOf(recorded)
    .filter(isReturn)
    .map(({ reference, transactionId, amountCents }) =>
      caseOf('return', order, reference, { transactionId, givenBackCents: amountCents }),
    );

const caseOf = (
  kind: OpenCase['kind'],
  { customerId, attemptId, amountCents }: AssessedOrder,
  reference: string,
  evidence: OpenCase['evidence'],
): OpenCase => ({ kind, reference, customerId, attemptId, evidence: { amountCents, ...evidence } });
