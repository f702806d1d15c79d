import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { centsOf } from '../money.ts';
import { readCode, readTransactionId } from './sale-reply.ts';

/** What the gateway's records say about one order. */
export type FoundSale =
  | { readonly kind: 'charged'; readonly transactionId: string | null }
  /** Charged, and given back in full: refunded, or voided before it had settled. */
  | { readonly kind: 'refunded'; readonly transactionId: string | null }
  | {
      readonly kind: 'not-charged';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
    }
  /** There is a transaction, but its end is not in it, or in words that are not known. */
  | { readonly kind: 'undecided' }
  /** Nothing is recorded. The records lag behind sales, so this does not mean that there was none. */
  | { readonly kind: 'nothing' };

const chargedConditions = new Set(['pendingsettlement', 'complete']);
const genericDecline = 200;

const field = v.optional(v.string(), '');
const actionSchema = v.object({
  action_type: field,
  amount: field,
  success: field,
  response_code: field,
  response_text: field,
});
const transactionSchema = v.object({
  transaction_id: field,
  order_id: field,
  condition: field,
  action: v.optional(v.array(actionSchema), []),
});
type RecordedTransaction = v.InferOutput<typeof transactionSchema>;

/** An element without content is an empty text. */
const documentSchema = v.object({
  nm_response: v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => ({ error_response: undefined, transaction: [] })),
    ),
    v.object({
      error_response: v.optional(v.unknown()),
      transaction: v.optional(v.array(transactionSchema), []),
    }),
  ]),
});

const parser = new XMLParser({
  // Ids and codes may begin with 0.
  parseTagValue: false,
  isArray: (name) => name === 'transaction' || name === 'action',
});

/**
 * Reads the XML of `query.php`: `<nm_response>` with one `<transaction>` for each transaction of the order, each with
 * `<transaction_id>`, `<order_id>`, `<condition>` and `<action>`s.
 *
 * @throws when the reply is an error, is no such document, or is about another order or amount
 */
export const readQueryReply = (xml: string, orderId: string, amountCents: number): FoundSale => {
  const { error_response, transaction } = parseDocument(xml);
  if (error_response !== undefined) throw new Error("The gateway's records refused to answer.");

  const sales = transaction.map((recorded) => readTransaction(recorded, orderId, amountCents));
  return (
    sales.find(({ kind }) => kind === 'charged') ??
    sales.find(({ kind }) => kind === 'refunded') ??
    sales.find(({ kind }) => kind === 'undecided') ??
    sales.at(-1) ?? { kind: 'nothing' }
  );
};

/** The gateway declares no entities of its own: a document type is refused, so that none is ever expanded. */
const parseDocument = (xml: string): v.InferOutput<typeof documentSchema>['nm_response'] => {
  try {
    if (xml.includes('<!DOCTYPE')) throw new Error('A document type');
    return v.parse(documentSchema, parser.parse(xml, true)).nm_response;
  } catch (cause) {
    throw new Error("The gateway's records answered something else than a record.", { cause });
  }
};

const readTransaction = (
  { transaction_id, order_id, condition, action: actions }: RecordedTransaction,
  orderId: string,
  amountCents: number,
): FoundSale => {
  if (order_id !== orderId) throw new Error("The gateway's records told of another order.");
  const sale = actions.find(({ action_type }) => action_type === 'sale');
  if (sale === undefined) return { kind: 'undecided' };

  const transactionId = readTransactionId(transaction_id);
  const isCharged = sale.success === '1';
  if (condition === 'failed' && sale.success === '0') {
    const code = readCode(sale.response_code) ?? genericDecline;
    return { kind: 'not-charged', transactionId, code, text: sale.response_text };
  }
  const isVoided = condition === 'canceled';
  if (!isCharged || !(isVoided || chargedConditions.has(condition))) return { kind: 'undecided' };
  if (centsOf(sale.amount) !== amountCents) throw new Error("The gateway's records told of another amount.");
  // Some record a refund as a negative amount, some as a positive one; several add up.
  const refundedCents = actions
    .filter(({ action_type, success }) => action_type === 'refund' && success === '1')
    .reduce((sum, { amount }) => sum + Math.abs(centsOf(amount)), 0);
  const isGivenBack = isVoided || refundedCents === amountCents;
  return { kind: isGivenBack ? 'refunded' : 'charged', transactionId };
};
