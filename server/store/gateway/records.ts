import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { readCard } from './card-details.ts';
import { readTransactionId } from './sale-reply.ts';

/** What the gateway says, as PostgreSQL can store it: that has neither NUL nor halves of characters. */
export const wellFormed = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\u{FFFD}');

const field = v.optional(v.pipe(v.string(), v.transform(wellFormed)), '');
const actionSchema = v.pipe(
  v.object({
    action_type: field,
    amount: field,
    date: field,
    success: field,
    response_code: field,
    response_text: field,
  }),
  v.transform(({ action_type, amount, date, success, response_code, response_text }) => ({
    type: action_type,
    /** As it stands there: of either sign, and perhaps none. */
    amount,
    /** `YYYYMMDDhhmmss`, in UTC. */
    date,
    success,
    code: response_code,
    text: response_text,
  })),
);
const cardOf = (masked: string, type: string) => {
  const card = readCard(masked, type);
  return card === undefined ? {} : { card };
};
const transactionSchema = v.pipe(
  v.object({
    transaction_id: field,
    order_id: field,
    condition: field,
    currency: field,
    avs_response: v.optional(v.string()),
    csc_response: v.optional(v.string()),
    cc_number: field,
    cc_type: field,
    action: v.optional(v.array(actionSchema), []),
  }),
  v.transform(
    ({
      transaction_id,
      order_id,
      condition,
      currency,
      avs_response,
      csc_response,
      cc_number,
      cc_type,
      action,
    }) => ({
      /** Null where there is none. */
      transactionId: readTransactionId(transaction_id),
      /** Empty where there is none, as of most refunds with a transaction of their own. */
      orderId: order_id,
      condition,
      /** Where one is named, as `USD`. */
      ...(currency !== '' && { currency }),
      /** What the checks of the billing address and of the security code answered. */
      ...(avs_response !== undefined && { avs: avs_response }),
      ...(csc_response !== undefined && { cvv: csc_response }),
      /** The card, where one is named. */
      ...cardOf(cc_number, cc_type),
      /** What was done with it, oldest first. */
      actions: action,
    }),
  ),
);

/** One transaction of the gateway's records. Of the card and its holder, only the brand and the last four digits are read. */
export type RecordedTransaction = v.InferOutput<typeof transactionSchema>;
export type RecordedAction = RecordedTransaction['actions'][number];

/** In the place of a record that can't be read, where others are to be read all the same. */
const unreadable: RecordedTransaction = {
  transactionId: null,
  orderId: '',
  condition: 'unreadable',
  actions: [],
};
export const isUnreadable = (transaction: RecordedTransaction): boolean => transaction === unreadable;

/** An element without content is an empty text. */
const documentOf = <Schema extends v.GenericSchema<unknown, RecordedTransaction>>(transaction: Schema) =>
  v.object({
    nm_response: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => ({ error_response: undefined, transaction: [] })),
      ),
      v.object({
        error_response: v.optional(v.unknown()),
        transaction: v.optional(v.array(transaction), []),
      }),
    ]),
  });
const documentSchema = documentOf(transactionSchema);
const lenientSchema = documentOf(v.fallback(transactionSchema, unreadable));

const parser = new XMLParser({
  // Ids and codes may begin with 0.
  parseTagValue: false,
  isArray: (name) => name === 'transaction' || name === 'action',
});

/** The gateway's records refuse to answer: the security key may be no good, or not for them. */
export class RecordsRefusedError extends Error {
  override readonly name = 'RecordsRefusedError';
}

/**
 * Reads one page of `query.php`: `<nm_response>` with one `<transaction>` each (`<transaction_id>`, `<order_id>`,
 * `<condition>`, `<action>`s).
 *
 * @param skipsUnreadable whether a transaction that can't be read stands there as one ({@link isUnreadable}). Not for the records
 *   of one order: what is left out of these could be its charge
 * @throws RecordsRefusedError when the reply is an error; an error when it is no such document
 */
export const readRecords = (xml: string, skipsUnreadable = false): readonly RecordedTransaction[] => {
  const { error_response, transaction } = parseDocument(xml, skipsUnreadable);
  if (error_response !== undefined) throw new RecordsRefusedError("The gateway's records refused to answer.");
  return transaction;
};

/** Gateways write names as they were typed, `Smith & Sons`: such a name must not hide the orders of its page. */
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;
const anyTag = /<(\/?)([a-z_][\w.-]*)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/gi;
/** A bracket that begins no comment and no declaration, and the rest of its tag where it begins one. */
const bracket = new RegExp(`<(?![?!])(?:${anyTag.source.slice(1)})?`, 'gi');

/** Names with brackets, `I <3 U` or `a<b>`: only what begins and ends somewhere is a tag. */
const escapeStrayBrackets = (xml: string): string => {
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (const [, slash, name = ''] of xml.matchAll(anyTag)) (slash === '/' ? ended : begun).add(name);
  return xml.replace(bracket, (found, slash?: string, name = '', empty?: string) => {
    const isTag = slash === '/' ? begun.has(name) : empty === '/' || ended.has(name);
    return isTag ? found : `&lt;${found.slice(1)}`;
  });
};

/** The gateway declares no entities of its own: a document type is refused, so that none is ever expanded. */
const parseDocument = (
  xml: string,
  skipsUnreadable: boolean,
): v.InferOutput<typeof documentSchema>['nm_response'] => {
  try {
    if (xml.includes('<!DOCTYPE')) throw new Error('A document type');
    const escaped = xml.trimStart().replace(strayAmpersand, '&amp;');
    const document: unknown = parser.parse(escapeStrayBrackets(escaped), true);
    return v.parse(skipsUnreadable ? lenientSchema : documentSchema, document).nm_response;
  } catch (cause) {
    throw new Error("The gateway's records answered something else than a record.", { cause });
  }
};

/** The most transactions of a page. */
export const pageSize = 100;
/** Some gateways count pages from 0 and some from 1, so the second page may be the first one again. */
const stalePages = 2;

/**
 * Reads page after page until one is short, and leaves out what an earlier one had: records change while they are read.
 *
 * @param readPage the pages count from 0
 */
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
