import { randomInt } from 'node:crypto';
import type { CustomerVault } from './customer-vault/customers.ts';
import { createVaultOffice } from './customer-vault/vault-office.ts';
import {
  chargebackEvent,
  failedSettlementEvent,
  settlementEvent,
  transactionEvent,
} from './events/bodies.ts';
import type { Events } from './events/events.ts';
import type { LateRecords } from './records/late-records.ts';
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
import { balanceOf, type Refund, recordRefund } from './transact/refund.ts';
import type { StagedReplies } from './transact/staged-replies.ts';
import { cancel, isVoidable } from './transact/void-transaction.ts';

interface BackOfficeParts {
  readonly log: TransactionLog;
  readonly customers: CustomerVault;
  readonly late: LateRecords;
  readonly staged: StagedReplies;
  readonly events: Events;
  readonly settings: AccountSettings;
  /** Saves the state. Resolves when all changes so far are on disk. */
  readonly save: () => Promise<void>;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}

/** The options of a refund. By default, the rest of the charge is refunded as an action of the sale. */
export type RefundOptions = { readonly [Key in keyof Refund]?: Refund[Key] | undefined };

export interface Booked {
  readonly transactionId: string;
}

export interface Batch {
  readonly batchId: string;
  /** The settled transactions, oldest first. */
  readonly transactions: readonly Transaction[];
}

/** The actions that an operator can take as the merchant, the processor or a bank. */
export type BackOffice = ReturnType<typeof createBackOffice>;

export const createBackOffice = (parts: BackOfficeParts) => {
  const { log, customers, late, staged, events, settings, save, clock } = parts;
  const now = () => new Date(clock()).toISOString();

  /** Returns the order's oldest charge that fits, or its oldest charge if none does. */
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
    if (pending.length > 0) {
      // Start all in parallel, so that one save contains the actions and their event.
      await Promise.all([
        ...pending.map((one) => log.add(one, { ...settled, amountCents: one.actions[0]?.amountCents ?? 0 })),
        events.send(settlementEvent(batchId, pending, pending.map(log.saleOrderOf), settings.get())),
      ]);
    }
    return { batchId, transactions: pending };
  };

  return {
    /** Lists every request for a sale that reached a card, newest first. */
    sales: () => listSales(log),
    /** Lists all transactions or an order's, oldest first, including those that the records don't show yet. */
    transactions: (orderId?: string) =>
      (orderId === undefined ? log.list() : log.findByOrder(orderId)).map((transaction) => ({
        ...transaction,
        condition: conditionOf(transaction),
      })),
    savedCards: createVaultOffice({ customers, events, save, settings: settings.get, clock }),
    records: late,
    /** One-time responses of `transact.php`. */
    replies: staged,
    events,
    settings,
    /** Resets everything that an operator has set, and sends held events. Keeps transactions and saved cards. */
    reset(): void {
      customers.clearDeclines();
      late.release();
      staged.clear();
      settings.reset();
      events.clearDeliveryRules();
      void events.release();
    },

    /** Refunds an order's approved sale. Settles the sale first if it is pending. */
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
      const settled = conditionOf(sale) === 'pendingsettlement' && settleAll([sale]);
      // Don't wait before recording the refund, because another refund could take the same balance.
      const asked = { amountCents, shape, orderId: refundOrderId };
      const [transactionId] = await Promise.all([recordRefund({ log, clock }, sale, asked), settled]);
      return { transactionId };
    },

    async void(orderId: string): Promise<Booked | 'no-sale' | 'not-pending'> {
      const sale = chargeOf(orderId, isVoidable);
      if (sale === undefined) return 'no-sale';
      if (!isVoidable(sale)) return 'not-pending';
      await cancel({ log, clock }, sale);
      return { transactionId: sale.transactionId };
    },

    /** Settles pending transactions: an order's, including refunds, or all. */
    settle(orderId?: string): Promise<Batch> {
      const charges = orderId === undefined ? [] : log.findCharges(orderId);
      const ofOrder = [...charges, ...charges.flatMap((charge) => log.findRefundsOf(charge))];
      const candidates = orderId === undefined ? log.list() : ofOrder;
      return settleAll(candidates.filter((one) => conditionOf(one) === 'pendingsettlement'));
    },

    /** Sends the event of a failed batch, which doesn't name a transaction. Changes nothing else. */
    async failSettlement(): Promise<{ readonly batchId: string }> {
      const batchId = newBatchId();
      await events.send(failedSettlementEvent(batchId, settings.get()));
      return { batchId };
    },

    /** Records that the bank returned a charge, as with checks, and sends an event. */
    async returnCharge(orderId: string, amountCents?: number): Promise<Booked | 'no-sale'> {
      const sale = chargeOf(orderId, isApprovedSale);
      if (sale === undefined) return 'no-sale';
      const action = returnOf(sale, amountCents, now());
      await Promise.all([
        log.add(sale, action),
        events.send(transactionEvent(sale, action, orderId, settings.get())),
      ]);
      return { transactionId: sale.transactionId };
    },

    /**
     * Sends one event for a batch of chargebacks; the event has no order ids. If `recorded`, also records a return for
     * each sale.
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
      await Promise.all([
        ...(recorded ? chargebacks.map(({ sale, action }) => log.add(sale, action)) : []),
        events.send(chargebackEvent(chargebacks, at, settings.get())),
      ]);
      return { transactionIds: charged.map(({ transactionId }) => transactionId) };
    },

    /**
     * Sets the condition of all the order's transactions. Undefined restores the condition that follows from their
     * actions.
     */
    async setCondition(
      orderId: string,
      condition: Condition | undefined,
    ): Promise<readonly Transaction[] | 'no-sale'> {
      const transactions = log.findByOrder(orderId);
      if (transactions.length === 0) return 'no-sale';
      await Promise.all(transactions.map((one) => log.setCondition(one, condition)));
      return transactions;
    },
  };
};

export interface ChargebackOptions {
  /** US cents to reverse of each charge. Default: the whole charge. */
  readonly amountCents?: number | undefined;
  readonly reason?: string | undefined;
  /** Whether a chargeback's id is new or the sale's transaction id. */
  readonly id?: 'own' | 'transaction' | undefined;
  readonly recorded?: boolean | undefined;
}

/** Returns the action of a chargeback or ACH return: `action_type=return` (VD). Its shape, sign and text are guesses. */
const returnOf = (sale: Transaction, amountCents: number | undefined, at: string): Action => ({
  type: 'return',
  amountCents: amountCents ?? saleActionOf(sale)?.amountCents ?? 0,
  success: true,
  code: 100,
  text: 'RETURNED',
  at,
});

const newBatchId = (): string => String(randomInt(10_000_000, 100_000_000));
