import { randomInt } from 'node:crypto';
import type { Recorder } from './records/recorder.ts';
import {
  type Action,
  type Condition,
  conditionOf,
  isApprovedSale,
  saleActionOf,
  type Transaction,
} from './records/transaction.ts';
import type { TransactionLog } from './records/transaction-log.ts';
import { balanceOf, giveBack, type Refund } from './transact/refund.ts';
import { cancel, isVoidable } from './transact/void-transaction.ts';

export interface DeskParts {
  readonly log: TransactionLog;
  readonly recorder: Recorder;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Why something cannot be done with an order. */
export type DeskRefusal = 'no-sale' | 'refunded-before' | 'over-balance' | 'not-pending';

export interface Booked {
  /** The transaction that holds what was done. */
  readonly transactionId: string;
}

export interface Batch {
  readonly batchId: string;
  /** What it settled, oldest first. */
  readonly transactions: readonly Transaction[];
}

/** What the merchant, the processor and the banks do with charged orders, without a request of the merchant's server. */
export type Desk = ReturnType<typeof createDesk>;

export const createDesk = ({ log, recorder, clock }: DeskParts) => {
  const now = () => new Date(clock()).toISOString();

  /** The oldest charge of the order that fits, else the oldest. */
  const chargeOf = (orderId: string, fits: (charge: Transaction) => boolean): Transaction | undefined => {
    const charges = log.findCharges(orderId);
    return charges.find(fits) ?? charges[0];
  };
  const hasBalance = (charge: Transaction) => balanceOf({ log }, charge) > 0;

  const settleAll = async (pending: readonly Transaction[]): Promise<Batch> => {
    const batchId = String(randomInt(10_000_000, 100_000_000));
    const settled: Omit<Action, 'amountCents'> = {
      type: 'settle',
      success: true,
      code: 100,
      text: 'ACCEPTED',
      at: now(),
      batchId,
    };
    await Promise.all(
      pending.map((one) => recorder.add(one, { ...settled, amountCents: one.actions[0]?.amountCents ?? 0 })),
    );
    return { batchId, transactions: pending };
  };

  return {
    /**
     * Gives an order's approved sale back: all that is left of it, or `amountCents`, in the `shape` of an action of the sale
     * unless told. A sale that has not settled is settled first.
     */
    async refund(
      orderId: string,
      refund: Partial<Refund> = {},
    ): Promise<Booked | 'no-sale' | 'refunded-before' | 'over-balance'> {
      const sale = chargeOf(orderId, hasBalance);
      if (sale === undefined) return 'no-sale';
      const left = balanceOf({ log }, sale);
      if (left === 0) return 'refunded-before';
      const { amountCents = left, shape = 'action', orderId: refundOrderId = '' } = refund;
      if (amountCents > left) return 'over-balance';
      if (conditionOf(sale) === 'pendingsettlement') await settleAll([sale]);
      const transactionId = await giveBack({ recorder, clock }, sale, {
        amountCents,
        shape,
        orderId: refundOrderId,
      });
      return { transactionId };
    },

    /** Voids an order's approved sale that has not settled. */
    async void(orderId: string): Promise<Booked | 'no-sale' | 'not-pending'> {
      const sale = chargeOf(orderId, isVoidable);
      if (sale === undefined) return 'no-sale';
      if (!isVoidable(sale)) return 'not-pending';
      await cancel({ recorder, clock }, sale);
      return { transactionId: sale.transactionId };
    },

    /** Settles what is pending: of one order with its refunds, or everything. */
    settle(orderId?: string): Promise<Batch> {
      const charges = orderId === undefined ? [] : log.findCharges(orderId);
      const ofOrder = [...charges, ...charges.flatMap((charge) => log.findRefundsOf(charge))];
      const candidates = orderId === undefined ? log.list() : ofOrder;
      return settleAll(candidates.filter((one) => conditionOf(one) === 'pendingsettlement'));
    },

    /**
     * The bank takes a charge back: a chargeback, or an ACH return (VD: `action_type=return`). Recorded as a further action of
     * the sale with a positive amount, all of the charge unless told (shape and sign are guesses).
     */
    async takeBack(orderId: string, amountCents?: number): Promise<Booked | 'no-sale'> {
      const sale = chargeOf(orderId, isApprovedSale);
      if (sale === undefined) return 'no-sale';
      await recorder.add(sale, {
        type: 'return',
        amountCents: amountCents ?? saleActionOf(sale)?.amountCents ?? 0,
        success: true,
        code: 100,
        text: 'RETURNED', // guess
        at: now(),
      });
      return { transactionId: sale.transactionId };
    },

    /** Has the records tell a condition for all of the order's transactions; undefined: what follows from their actions. */
    async setCondition(orderId: string, condition: Condition | undefined): Promise<'no-sale' | 'set'> {
      const transactions = log.findByOrder(orderId);
      if (transactions.length === 0) return 'no-sale';
      await Promise.all(transactions.map((one) => log.setCondition(one, condition)));
      return 'set';
    },
  };
};
