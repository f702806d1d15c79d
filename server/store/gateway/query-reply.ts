import { readCode, readTransactionId } from './sale-reply.ts';

/** What the gateway's records say about one order. */
export type FoundSale =
  | { readonly kind: 'charged'; readonly transactionId: string | null }
  /** Charged, and given back in full. */
  | { readonly kind: 'refunded'; readonly transactionId: string | null }
  | {
      readonly kind: 'not-charged';
      readonly transactionId: string | null;
      readonly code: number;
      readonly text: string;
    }
  /** There is a transaction, but its end is not yet in it. */
  | { readonly kind: 'undecided' }
  /** Nothing is recorded. The records lag behind sales, so this does not mean that there was none. */
  | { readonly kind: 'nothing' };

const chargedConditions = new Set(['pendingsettlement', 'complete']);
const endedConditions = new Set(['failed', 'canceled', 'abandoned']);
const genericDecline = 200;

/**
 * Reads the XML of `query.php`: `<nm_response>` with one `<transaction>` for each transaction of the order, each with
 * `<transaction_id>`, `<order_id>`, `<condition>` and `<action>`s.
 *
 * @throws when the reply is an error, is no such document, or tells of another order or amount
 */
export function readQueryReply(xml: string, orderId: string, amountCents: number): FoundSale {
  // An empty answer is `<nm_response></nm_response>` or `<nm_response/>`.
  if (!/<nm_response\s*(\/>|>[\s\S]*<\/nm_response>)/.test(xml)) {
    throw new Error("The gateway's records answered something else than a record.");
  }
  if (elements(xml, 'error_response').length > 0) throw new Error("The gateway's records refused to answer.");

  const sales = elements(xml, 'transaction').map((transaction) =>
    readTransaction(transaction, orderId, amountCents),
  );
  return (
    sales.find(({ kind }) => kind === 'charged') ??
    sales.find(({ kind }) => kind === 'refunded') ??
    sales.find(({ kind }) => kind === 'undecided') ??
    sales.at(-1) ?? { kind: 'nothing' }
  );
}

function readTransaction(transaction: string, orderId: string, amountCents: number): FoundSale {
  if (element(transaction, 'order_id') !== orderId)
    throw new Error("The gateway's records told of another order.");
  const actions = elements(transaction, 'action');
  const action = actions.find((candidate) => element(candidate, 'action_type') === 'sale');
  if (action === undefined) return { kind: 'undecided' };

  const transactionId = readTransactionId(element(transaction, 'transaction_id'));
  const condition = element(transaction, 'condition') ?? '';
  if (endedConditions.has(condition)) {
    return {
      kind: 'not-charged',
      transactionId,
      code: readCode(element(action, 'response_code')) ?? genericDecline,
      text: element(action, 'response_text') ?? '',
    };
  }
  if (!chargedConditions.has(condition) || element(action, 'success') !== '1') return { kind: 'undecided' };
  if (centsIn(action) !== amountCents) {
    throw new Error("The gateway's records told of another amount.");
  }
  const givenBack = actions.some(
    (candidate) =>
      element(candidate, 'action_type') === 'refund' &&
      element(candidate, 'success') === '1' &&
      centsIn(candidate) === -amountCents,
  );
  return { kind: givenBack ? 'refunded' : 'charged', transactionId };
}

/** The amount of an action, in cents. */
function centsIn(action: string): number {
  return Math.round(Number(element(action, 'amount')) * 100);
}

/** The contents of all elements of a name. Sufficient for this document, in which no element holds one of its own name. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => content,
  );
}

/** The text of the first element of a name. */
function element(xml: string, name: string): string | undefined {
  const [content] = elements(xml, name);
  return content?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof entities) => entities[name]);
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
