import { randomInt } from 'node:crypto';
import {
  chargebackEvent,
  failedSettlementEvent,
  settlementEvent,
  transactionEvent,
} from './events/bodies.ts';
import type { Events } from './events/events.ts';
import type { LateRecords } from './records/late-records.ts';
import type { Recorder } from './records/recorder.ts';
import { listSales } from './records/sales.ts';
import {
  type Action,
  type Condition,
  conditionOf,
  isApprovedSale,
  newTransactionId,
  saleActionOf,
  type Transaction,
} from './records/transaction.ts';
import type { TransactionLog } from './records/transaction-log.ts';
import type { AccountSettings } from './settings.ts';
import { balanceOf, giveBack, type Refund } from './transact/refund.ts';
import type { StagedReplies } from './transact/staged-replies.ts';
import { cancel, isVoidable } from './transact/void-transaction.ts';

interface DeskParts {
  readonly log: TransactionLog;
  readonly recorder: Recorder;
  readonly late: LateRecords;
  readonly staged: StagedReplies;
  readonly events: Events;
  readonly settings: AccountSettings;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What is left of the charge, as an action of the sale, unless told otherwise. `orderId` is that of a refund of its own. */
export type RefundOptions = { readonly [Key in keyof Refund]?: Refund[Key] | undefined };

export interface Booked {
  /** The transaction that holds what was done. */
  readonly transactionId: string;
}

export interface Batch {
  readonly batchId: string;
  /** What it settled, oldest first. */
  readonly transactions: readonly Transaction[];
}

/** What an operator sees of the gateway and does there, as the merchant, the processor or a bank. */
export type GatewayDesk = ReturnType<typeof createDesk>;

export const createDesk = ({ log, recorder, late, staged, events, settings, clock }: DeskParts) => {
  const now = () => new Date(clock()).toISOString();

  /** The oldest charge of the order that fits, else the oldest. */
  const chargeOf = (orderId: string, fits: (charge: Transaction) => boolean): Transaction | undefined => {
    const charges = log.findCharges(orderId);
    return charges.find(fits) ?? charges[0];
  };
  const hasBalance = (charge: Transaction) => balanceOf({ log }, charge) > 0;

  const settleAll = async (pending: readonly Transaction[]): Promise<Batch> => {
    const batchId = newBatchId();
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
    if (pending.length > 0) {
      const orderIds = pending.map(({ orderId, refundOf }) => log.find(refundOf ?? '')?.orderId ?? orderId);
      events.send(settlementEvent(batchId, pending, orderIds, settings.get()));
    }
    return { batchId, transactions: pending };
  };

  return {
    /** Every request for a sale that reached a card, newest first. */
    sales: () => listSales(log),
    /** Every transaction or those of an order, oldest first, also those that the records do not show yet. */
    transactions: (orderId?: string) =>
      (orderId === undefined ? log.list() : log.findByOrder(orderId)).map((transaction) => ({
        ...transaction,
        condition: conditionOf(transaction),
      })),
    /** Records that come late. */
    records: late,
    /** One-time answers of `transact.php`. */
    replies: staged,
    /** What the merchant's server is told. */
    events,
    /** How the merchant's account is. */
    settings,
    /** Takes back what an operator set up, and sends held events. Transactions stay. */
    reset(): void {
      late.release();
      staged.clear();
      settings.reset();
      events.clearFates();
      void events.release();
    },

    /**
     * Gives an order's approved sale back: all that is left of it, or `amountCents`, in the `shape` of an action of the sale
     * unless told. A sale that has not settled is settled first.
     */
    async refund(
      orderId: string,
      refund: RefundOptions = {},
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

    /** A batch fails: everything stays as it is, and the event of it names nothing. */
    failSettlement(): { readonly batchId: string } {
      const batchId = newBatchId();
      events.send(failedSettlementEvent(batchId, settings.get()));
      return { batchId };
    },

    /** The bank returns a charge, as it does with checks: recorded, and told with the event of a return. */
    async takeBack(orderId: string, amountCents?: number): Promise<Booked | 'no-sale'> {
      const sale = chargeOf(orderId, isApprovedSale);
      if (sale === undefined) return 'no-sale';
      const action = returnOf(sale, amountCents, now());
      await recorder.add(sale, action);
      events.send(transactionEvent(sale, action, orderId, settings.get()));
      return { transactionId: sale.transactionId };
    },

    /**
     * Banks take the charges of these orders back: one batch of chargebacks, whose event names no order. The records show a
     * return for each unless `recorded` is false.
     */
    async chargeBack(
      orderIds: readonly string[],
      {
        amountCents,
        reason = '101: Introductory chargeback',
        id = 'own',
        recorded = true,
      }: ChargebackOptions = {},
    ): Promise<{ readonly transactionIds: readonly string[] } | 'no-sale'> {
      const sales = orderIds.map((orderId) => chargeOf(orderId, isApprovedSale));
      const charged = sales.filter((sale) => sale !== undefined);
      if (charged.length < sales.length || charged.length === 0) return 'no-sale';
      const at = now();
      const chargebacks = charged.map((sale) => {
        const action = returnOf(sale, amountCents, at);
        const chargebackId = id === 'own' ? newTransactionId() : sale.transactionId;
        return { sale, action, id: chargebackId, amountCents: action.amountCents, reason };
      });
      if (recorded) await Promise.all(chargebacks.map(({ sale, action }) => recorder.add(sale, action)));
      events.send(chargebackEvent(chargebacks, at, settings.get()));
      return { transactionIds: charged.map(({ transactionId }) => transactionId) };
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

/** How banks take charges back. */
export interface ChargebackOptions {
  /** US cents of each; all of it unless told. */
  readonly amountCents?: number | undefined;
  readonly reason?: string | undefined;
  /** Whether the `id` of a chargeback is one of its own or the sale's transaction id. */
  readonly id?: 'own' | 'transaction' | undefined;
  readonly recorded?: boolean | undefined;
}

/**
 * VD: `action_type=return` for a chargeback or an ACH return. A further action of the sale with a positive amount, all of
 * the charge unless told: shape, sign and words are guesses.
 */
const returnOf = (sale: Transaction, amountCents: number | undefined, at: string): Action => ({
  type: 'return',
  amountCents: amountCents ?? saleActionOf(sale)?.amountCents ?? 0,
  success: true,
  code: 100,
  text: 'RETURNED',
  at,
});

const newBatchId = (): string => String(randomInt(10_000_000, 100_000_000));
