import { randomInt } from 'node:crypto';
import { isPastExpiry } from '../card-checks.ts';
import { newTransactionId, type Transaction } from '../records/transaction.ts';
import {
  approved,
  declined,
  expiredCard,
  findTestCardByMask,
  type ProcessorResponse,
} from '../test-cards.ts';
import type { StoredCard } from '../token-vault.ts';
import { decimalAmount, parseAmount } from './amounts.ts';
import type { TransactParts } from './parts.ts';
import { refusal, type TransactReply, transactReply } from './reply.ts';
import { stagedCode } from './response-codes.ts';
import type { StagedReply } from './staged-replies.ts';

/** OR keeps within 50; the gateway's own limit is not attested. */
const maxOrderIdLength = 100;
/** VD: test mode declines below a dollar. */
const minApprovedCents = 100;
/** 20 minutes (guess): a window of 120 seconds is named as well as none. */
const duplicateWindowSeconds = 1200;
/** VD. */
const maxDuplicateSeconds = 7_862_400;

/** One text for a token that was never made, was used, or has run out (#57929117071): no other was seen. */
export const tokenRefusal = 'Payment Token does not exist';
/** #59936863113 and another: `dup_seconds=0` refused. */
const disablingRefused = 'Disabling Duplicate Check is not allowed for this processor';
/** AM, OMNI. */
const duplicateText = 'Duplicate transaction';

/**
 * Runs one request of type sale. It uses its token up, also when the card declines (VD), and enters the log before anything
 * else can happen; the reply waits until both are on the disk.
 */
export const sell = async (
  parts: TransactParts,
  request: URLSearchParams,
  staged?: StagedReply,
): Promise<TransactReply> => {
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, { orderId });
  const checked = checkSale(request, parts);
  if (typeof checked === 'string') return refuse(checked);
  const { amountCents, duplicateSeconds } = checked;

  const token = request.get('payment_token') ?? '';
  const redeemed = parts.vault.redeem(token);
  if (redeemed === undefined) return refuse(tokenRefusal);
  const { card, written: tokenWritten } = redeemed;

  const earlier = findDuplicate(parts, card, amountCents, duplicateSeconds, orderId);
  if (earlier !== undefined) {
    await tokenWritten;
    const { duplicateCode: code } = parts.settings();
    return refusal(duplicateText, { orderId, reference: earlier.transactionId, code });
  }

  const at = new Date(parts.clock());
  const { answer, recorded } = processSale(card, amountCents, at, staged);
  if (recorded === undefined) {
    await tokenWritten;
    return refusal(answer.text, { orderId, code: answer.code, response: answer.response });
  }
  const authorizedCents = Math.min(amountCents, staged?.authorizedCents ?? amountCents);
  const partial = authorizedCents < amountCents && recorded.response === 1;
  const partialPaymentId = partial ? newTransactionId() : undefined;
  const { transaction, recorded: kept } = parts.recorder.begin(
    {
      orderId,
      maskedCard: card.masked,
      token: token.slice(-4),
      ...nameOf(request),
      ...(partialPaymentId !== undefined && { partialPaymentId }),
    },
    {
      type: 'sale',
      amountCents: recorded.response === 1 ? authorizedCents : amountCents,
      success: recorded.response === 1,
      code: recorded.code,
      text: recorded.text,
      at: at.toISOString(),
      ...(partial && { requestedCents: amountCents }),
    },
  );
  await Promise.all([tokenWritten, kept]);
  return transactReply({
    response: String(answer.response),
    responsetext: answer.text,
    authcode: answer.response === 1 ? newAuthCode() : '',
    transactionid: transaction.transactionId,
    avsresponse: addressMatch(request),
    cvvresponse: card.cvvResponse,
    orderid: orderId,
    type: 'sale',
    response_code: String(answer.code),
    ...(answer.response === 1 && authorisedFields(parts, amountCents, authorizedCents)),
    ...(partialPaymentId !== undefined && { partial_payment_id: partialPaymentId }),
  });
};

const nameOf = (request: URLSearchParams) => {
  const [firstName, lastName] = [request.get('first_name'), request.get('last_name')];
  return { ...(firstName && { firstName }), ...(lastName && { lastName }) };
};

/** What is answered and what is recorded: nothing, where no card was reached. */
const processSale = (
  card: StoredCard,
  amountCents: number,
  at: Date,
  staged: StagedReply | undefined,
): { answer: ProcessorResponse; recorded: ProcessorResponse | undefined } => {
  const processed = authorise(card, amountCents, at);
  const code = stagedCode(staged);
  if (code === undefined) return { answer: processed, recorded: processed };
  const recorded = { done: approved, failed: code, nothing: undefined }[code.effect];
  return { answer: code, recorded };
};

/** A partial approval names what was authorised and what is left (VD); a whole one does so as the account is set. */
const authorisedFields = (
  { settings }: TransactParts,
  amountCents: number,
  authorizedCents: number,
): Partial<TransactReply> => {
  if (authorizedCents < amountCents) {
    return {
      amount_authorized: decimalAmount(authorizedCents),
      partial_payment_balance: decimalAmount(amountCents - authorizedCents),
    };
  }
  const { authorizedAmount } = settings();
  if (authorizedAmount === 'absent') return {};
  return { amount_authorized: authorizedAmount === 'empty' ? '' : decimalAmount(amountCents) };
};

/** What is asked for, or in which words it is refused; those that no comment attests are guesses. */
const checkSale = (
  request: URLSearchParams,
  { settings }: TransactParts,
): string | { amountCents: number; duplicateSeconds: number } => {
  if (request.has('ccnumber')) return 'Card data is not accepted here, send a payment_token';
  if ((request.get('currency') ?? 'USD').toUpperCase() !== 'USD') return 'Invalid Currency';
  const amountCents = parseAmount(request.get('amount') ?? '');
  if (amountCents === undefined) return 'Invalid amount';
  const duplicateSeconds = parseSeconds(request.get('dup_seconds'));
  if (duplicateSeconds === undefined) return 'Invalid dup_seconds';
  if (duplicateSeconds === 0 && settings().disablingDuplicateCheck === 'refused') return disablingRefused;
  if ((request.get('orderid') ?? '').length > maxOrderIdLength) return 'Invalid orderid';
  return { amountCents, duplicateSeconds };
};

/** An approved sale of that card and amount within the window, if the check is not turned off. */
const findDuplicate = (
  { log, clock, settings }: TransactParts,
  { masked }: StoredCard,
  amountCents: number,
  seconds: number,
  orderId: string,
): Transaction | undefined => {
  const earlier = seconds === 0 ? undefined : log.findApproved(masked, amountCents, clock() - seconds * 1000);
  const isOther = settings().duplicatesHeedOrder && earlier?.orderId !== orderId;
  return isOther ? undefined : earlier;
};

const authorise = (card: StoredCard, amountCents: number, now: Date): ProcessorResponse => {
  const response = authoriseCard(card, now);
  return response === approved && amountCents < minApprovedCents ? declined : response;
};

/** What the processor says of the card alone. */
export const authoriseCard = (card: StoredCard, now: Date): ProcessorResponse =>
  isPastExpiry(card.expiry, now) ? expiredCard : (findTestCardByMask(card.masked)?.response ?? declined);

export const newAuthCode = (): string => String(randomInt(100_000, 1_000_000));

const parseSeconds = (text: string | null): number | undefined => {
  if (text === null || text === '') return duplicateWindowSeconds;
  return /^\d{1,7}$/.test(text) && Number(text) <= maxDuplicateSeconds ? Number(text) : undefined;
};

/** Test mode's address check (VD): `888` and `77777` match. Y both, A the address, Z the ZIP code, N neither. */
export const addressMatch = (request: URLSearchParams): string => {
  const address = (request.get('address1') ?? '').startsWith('888');
  const zip = (request.get('zip') ?? '').startsWith('77777');
  if (address && zip) return 'Y';
  if (address) return 'A';
  return zip ? 'Z' : 'N';
};
