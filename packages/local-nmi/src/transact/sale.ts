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
import { type ChosenCard, chooseCard } from './choose-card.ts';
import type { TransactParts } from './parts.ts';
import { decimalAmount, parseAmount, refusal, type TransactReply, transactReply } from './reply.ts';
import { responseOf, stagedCode } from './response-codes.ts';
import type { StagedReply } from './staged-replies.ts';

/** The maximum length of an order id (guess). OR sends at most 50 characters. */
const maxOrderIdLength = 100;
/** The minimum approved amount in US cents. Test mode declines smaller amounts (VD). */
const minApprovedCents = 100;
/** The default duplicate window, in seconds (guess). Sources say 120 or nothing. */
const duplicateWindowSeconds = 1200;
/** The longest duplicate window, in seconds (VD). */
const maxDuplicateSeconds = 7_862_400;

/** The text that refuses `dup_seconds=0` (EX). */
const disablingRefused = 'Disabling Duplicate Check is not allowed for this processor';
/** The text that refuses a duplicate (AM, OMNI). */
const duplicateText = 'Duplicate transaction';

/**
 * Runs a sale request. A sale uses up its token, even if the card is declined (VD). It doesn't await anything between
 * using the token and adding the log entry, so one save contains both. The response waits for that save.
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

  const chosen = chooseCard(parts, request);
  if (typeof chosen === 'string') return refuse(chosen);
  const { card } = chosen;

  const earlier = findDuplicate(parts, card, amountCents, duplicateSeconds, orderId);
  if (earlier !== undefined) {
    await parts.save();
    const { duplicateCode: code } = parts.settings();
    return refusal(duplicateText, { orderId, reference: earlier.transactionId, code });
  }

  const at = new Date(parts.clock());
  const answer = stagedCode(staged) ?? { ...authorize(chosen, amountCents, at), effect: 'failed' };
  if (answer.effect === 'nothing') {
    await parts.save();
    return refusal(answer.text, { orderId, code: answer.code, response: answer.response });
  }
  const recorded = answer.effect === 'done' ? approved : answer;
  const isApproved = recorded.response === 1;
  const authorizedCents = Math.min(amountCents, staged?.authorizedCents ?? amountCents);
  const isPartial = authorizedCents < amountCents && isApproved;
  const partialPaymentId = isPartial ? newTransactionId() : undefined;
  const { transaction, written } = parts.log.begin(
    {
      orderId,
      maskedCard: card.masked,
      ...chosen.head,
      ...(partialPaymentId !== undefined && { partialPaymentId }),
    },
    {
      type: 'sale',
      amountCents: isApproved ? authorizedCents : amountCents,
      success: isApproved,
      code: recorded.code,
      text: recorded.text,
      at: at.toISOString(),
      ...(isPartial && { requestedCents: amountCents }),
    },
  );
  if (isApproved) chosen.save(transaction);
  await written;
  return {
    ...cardReply('sale', request, chosen, transaction, answer),
    ...(answer.response === 1 && authorizedFields(parts, amountCents, authorizedCents)),
    ...(partialPaymentId !== undefined && { partial_payment_id: partialPaymentId }),
  };
};

/**
 * Runs a validation request: checks a card without charging it. `amount` is absent or 0.00 (VD). Like a sale, a
 * validation uses up its token. It is recorded as a transaction of 0.00 (guess).
 */
export const validate = async (
  parts: TransactParts,
  request: URLSearchParams,
  staged?: StagedReply,
): Promise<TransactReply> => {
  const orderId = request.get('orderid') ?? '';
  const refuse = (text: string) => refusal(text, { orderId, type: 'validate' });
  if (!/^(0+(\.0{1,2})?)?$/.test(request.get('amount') ?? '')) return refuse('Invalid amount'); // The text is a guess.
  const chosen = chooseCard(parts, request);
  if (typeof chosen === 'string') return refuse(chosen);
  const { card } = chosen;
  const at = new Date(parts.clock());
  const answer = stagedCode(staged) ?? { ...authorizeCard(chosen, at), effect: 'done' };
  const { response, code, text } = answer;
  if (answer.effect === 'nothing') {
    await parts.save();
    return refusal(text, { orderId, type: 'validate', response, code });
  }
  const { transaction, written } = parts.log.begin(
    { orderId, maskedCard: card.masked, ...chosen.head },
    { type: 'validate', amountCents: 0, success: response === 1, code, text, at: at.toISOString() },
  );
  if (response === 1) chosen.save(transaction);
  await written;
  return cardReply('validate', request, chosen, transaction, answer);
};

const cardReply = (
  type: 'sale' | 'validate',
  request: URLSearchParams,
  { card, replyFields }: ChosenCard,
  { transactionId, orderId }: Transaction,
  answer: ProcessorResponse,
): TransactReply =>
  transactReply(answer, {
    authcode: answer.response === 1 ? String(randomInt(100_000, 1_000_000)) : '',
    transactionid: transactionId,
    avsresponse: addressMatch(request),
    cvvresponse: card.cvvResponse,
    orderid: orderId,
    type,
    ...replyFields(answer.response === 1),
  });

/** Returns the fields about the authorized amount. A partial approval has both (VD); settings decide for a full one. */
const authorizedFields = (
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

/** Returns the text of a refusal if the request is invalid. Texts without a source are guesses. */
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
  return { amountCents, duplicateSeconds: Math.max(duplicateSeconds, settings().duplicateSeconds) };
};

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

const authorize = (chosen: ChosenCard, amountCents: number, now: Date): ProcessorResponse => {
  const response = authorizeCard(chosen, now);
  return response === approved && amountCents < minApprovedCents ? declined : response;
};

const authorizeCard = ({ card, takeDecline }: ChosenCard, now: Date): ProcessorResponse => {
  const declineCode = takeDecline();
  if (declineCode !== undefined) return responseOf(declineCode);
  return isPastExpiry(card.expiry, now)
    ? expiredCard
    : (findTestCardByMask(card.masked)?.response ?? declined);
};

const parseSeconds = (text: string | null): number | undefined => {
  if (text === null || text === '') return duplicateWindowSeconds;
  return /^\d{1,7}$/.test(text) && Number(text) <= maxDuplicateSeconds ? Number(text) : undefined;
};

/** Checks the address (VD): `888` and `77777` match. Returns Y (both), A (only address), Z (only ZIP) or N (neither). */
const addressMatch = (request: URLSearchParams): string => {
  const address = (request.get('address1') ?? '').startsWith('888');
  const zip = (request.get('zip') ?? '').startsWith('77777');
  if (address && zip) return 'Y';
  if (address) return 'A';
  return zip ? 'Z' : 'N';
};
