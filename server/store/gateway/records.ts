import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { readCard } from './card-details.ts';
import { readTransactionId } from './sale-reply.ts';

/** Replaces NUL and lone surrogates, which PostgreSQL can't store. */
export const wellFormed = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\u{FFFD}');

const field = v.optional(v.pipe(v.string(), v.transform(wellFormed)), '');
const actionFields = ['action_type', 'amount', 'date', 'success', 'response_code', 'response_text'] as const;
const actionSchema = v.pipe(
  v.object(v.entriesFromList(actionFields, field)),
  v.transform((action) => ({
    type: action.action_type,
    /** The amount as recorded. It may have either sign, or not be a number. */
    amount: action.amount,
    /** `YYYYMMDDhhmmss` in UTC. */
    date: action.date,
    success: action.success,
    code: action.response_code,
    text: action.response_text,
  })),
);
const transactionFields = [
  'transaction_id',
  'order_id',
  'condition',
  'currency',
  'cc_number',
  'cc_type',
] as const;
const transactionSchema = v.pipe(
  v.object({
    ...v.entriesFromList(transactionFields, field),
    avs_response: v.optional(v.string()),
    csc_response: v.optional(v.string()),
    action: v.optional(v.array(actionSchema), []),
  }),
  v.transform(({ condition, currency, avs_response: avs, csc_response: cvv, ...given }) => {
    const card = readCard(given.cc_number, given.cc_type);
    return {
      transactionId: readTransactionId(given.transaction_id),
      /** Often empty for a refund in a separate transaction. */
      orderId: given.order_id,
      condition,
      ...(currency !== '' && { currency }),
      /** Response codes of the address and security code checks. */
      ...(avs !== undefined && { avs }),
      ...(cvv !== undefined && { cvv }),
      ...(card && { card }),
      /** Oldest first. */
      actions: given.action,
    };
  }),
);

/** A recorded transaction. Of the card, it has only the brand and the last four digits, never the holder. */
export type RecordedTransaction = v.InferOutput<typeof transactionSchema>;
export type RecordedAction = RecordedTransaction['actions'][number];

/** Placeholder for an unreadable record on a page with readable ones. */
const unreadable: RecordedTransaction = {
  transactionId: null,
  orderId: '',
  condition: 'unreadable',
  actions: [],
};
export const isUnreadable = (transaction: RecordedTransaction): boolean => transaction === unreadable;

const elementsOf = <Schema extends v.GenericSchema<unknown, RecordedTransaction>>(transaction: Schema) =>
  v.object({ transaction: v.optional(v.array(transaction), []) });
const strictSchema = elementsOf(transactionSchema);
const lenientSchema = elementsOf(v.fallback(transactionSchema, unreadable));

const parser = new XMLParser({
  // Don't parse numbers, because ids and codes may start with 0.
  parseTagValue: false,
  isArray: (name) => name === 'transaction' || name === 'action',
});

/** Thrown if the gateway refuses to show records. The security key may be wrong or lack permission. */
export class RecordsRefusedError extends Error {
  override readonly name = 'RecordsRefusedError';
}

/**
 * Reads one page of `query.php`: an `<nm_response>` of `<transaction>`s. @throws {RecordsRefusedError}
 * @param skipsUnreadable false for a single order, whose unreadable transaction could be its charge
 */
export const readRecords = (xml: string, skipsUnreadable = false): readonly RecordedTransaction[] =>
  parseDocument(xml, skipsUnreadable ? lenientSchema : strictSchema).transaction;

/** Matches unescaped ampersands, as in `Smith & Sons`. They would make the whole page unreadable. */
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;
const anyTag = /<(\/?)([a-z_][\w.-]*)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/gi;
/** Matches a bracket, and the rest of its tag if there is one. Skips comments and declarations. */
const bracket = new RegExp(`<(?![?!])(?:${anyTag.source.slice(1)})?`, 'gi');

/** Escapes brackets in names such as `I <3 U` or `a<b>`. Real tags have both a start and an end. */
const escapeStrayBrackets = (xml: string): string => {
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (const [, slash, name = ''] of xml.matchAll(anyTag)) (slash === '/' ? ended : begun).add(name);
  return xml.replace(bracket, (found, slash?: string, name = '', empty?: string) => {
    const isTag = slash === '/' ? begun.has(name) : empty === '/' || ended.has(name);
    return isTag ? found : `&lt;${found.slice(1)}`;
  });
};

/** The parser reads an empty element as an empty string. */
const documentSchema = v.object({
  nm_response: v.pipe(
    v.unknown(),
    v.transform((found) => (found === '' ? {} : found)),
  ),
});
const refusalSchema = v.object({ error_response: v.unknown() });

/**
 * Parses a `query.php` document. Refuses document types, which the gateway never sends, to prevent entity
 * expansion.
 * @param elements schema of the elements in `<nm_response>`
 * @throws {RecordsRefusedError} or another error if the document doesn't match the schema
 */
export const parseDocument = <Schema extends v.GenericSchema>(
  xml: string,
  elements: Schema,
): v.InferOutput<Schema> => {
  try {
    if (xml.includes('<!DOCTYPE')) throw new Error('A document type');
    const escaped = xml.trimStart().replace(strayAmpersand, '&amp;');
    const { nm_response } = v.parse(documentSchema, parser.parse(escapeStrayBrackets(escaped), true));
    const read = v.parse(elements, nm_response);
    if (!v.is(refusalSchema, nm_response)) return read;
  } catch (cause) {
    throw new Error("The gateway's records did not return a record.", { cause });
  }
  throw new RecordsRefusedError(
    "The gateway's records can't be read: it refuses GATEWAY_SECURITY_KEY, or the query.",
  );
};

/** Maximum transactions per page. */
export const pageSize = 100;
/** Number of pages without new records that ends the list. One is normal if the gateway counts pages from 1. */
const stalePages = 2;

/** Reads pages from 0 until one isn't full. Skips repeated records, because records can change between reads. */
export async function* readPages(
  readPage: (page: number) => Promise<readonly RecordedTransaction[]>,
): AsyncGenerator<RecordedTransaction, void, void> {
  const seen = new Set<string>();
  for (let page = 0, stale = 0; stale < stalePages; page += 1) {
    const transactions = await readPage(page);
    const fresh = transactions.filter(
      ({ transactionId }) => transactionId === null || !seen.has(transactionId),
    );
    for (const { transactionId } of fresh) if (transactionId !== null) seen.add(transactionId);
    yield* fresh;
    if (transactions.length < pageSize) return;
    stale = fresh.length === 0 ? stale + 1 : 0;
  }
}
