import type { ErrorBody } from '../http/http-error.ts';
import type { CardCheck } from './card-checks.ts';
import { unknownVaultId } from './vault.ts';

const declined = (detail: string): ErrorBody => ({ code: 'declined', detail });

const tryAnotherCard = declined('Your card was declined. Please try another card or contact your bank.');

const sameAsBefore = 'This looks like a payment that was just made, so your card was not charged again.';

const wrongAddress =
  'Your card was declined: the address does not match the one your bank has. Please check your billing address.';

const wrongSecurityCode =
  'Your card was declined: the security code (CVV) does not match. Please check the security code.';

const failedChecks = { avs: wrongAddress, cvv: wrongSecurityCode } as const;

/** Texts for customers by the gateway's response code (NMI, "Response codes"). */
const reasons: Readonly<Record<number, string>> = {
  202: 'Your card was declined: insufficient funds.',
  203: 'Your card was declined: the amount is above its limit.',
  204: 'Your card does not allow this kind of payment. Please try another card.',
  220: 'Your card was declined: its details are incorrect. Please check them and try again.',
  221: 'Your card was declined: its issuer is unknown. Please check the card number.',
  222: "Your card was declined: its issuer doesn't recognize the number. Please check the card number.",
  223: 'Your card was declined: it has expired.',
  224: 'Your card was declined: the expiry date is incorrect.',
  225: wrongSecurityCode,
  226: 'Your card was declined: the PIN is incorrect.',
  240: 'Your card was declined. Please call your bank to approve the payment.',
  430: sameAsBefore,
  461: 'This type of card is not supported. Please try another card.',
};

/** Texts for code 300, by the gateway's response text. The code alone doesn't give the reason. */
const gatewayRefusals: readonly (readonly [RegExp, string, ErrorBody['code']?])[] = [
  [/payment token/i, 'These card details can no longer be used. Please enter your card again.', 'token-used'],
  [unknownVaultId, 'This card is no longer saved. Please use another card.', 'card-not-found'],
  [/customer vault/i, 'Your card cannot be saved here, and was not charged. You can pay without saving it.'],
  [/duplicate transaction/i, sameAsBefore],
  [/\bcvv2?\b/i, wrongSecurityCode],
  [/\bavs\b/i, wrongAddress],
];

/**
 * Returns the error for a declined card. Codes 250 to 253 (lost, stolen, fraud) look like other declines.
 * @param text the gateway's text for merchants, matched but never shown
 * @param failedCheck the failed check of code 300, if the text doesn't name it
 */
export const declineReason = (code: number, text: string, failedCheck?: CardCheck): ErrorBody => {
  const { [code]: known } = reasons;
  if (known !== undefined) return declined(known);
  if (code >= 200 && code < 300) return tryAnotherCard;
  const refusal = code === 300 ? gatewayRefusals.find(([pattern]) => pattern.test(text)) : undefined;
  if (refusal !== undefined) return { code: refusal[2] ?? 'declined', detail: refusal[1] };
  return declined(
    failedCheck === undefined
      ? 'Your card could not be processed, and it was not charged. Please try again.'
      : failedChecks[failedCheck],
  );
};

/** `never`: the bank forbids retries; `later`: wait for days; `duplicate`: the gateway saw a repeated charge. */
export type DeclineRetry = 'never' | 'later' | 'duplicate';

const neverAgain: ReadonlySet<number> = new Set([250, 251, 252, 253, 261, 262]);

/** Returns when a card may be retried without its customer (NMI, "Response codes"). Undefined: soon. */
export const declineRetry = (code: number, text: string): DeclineRetry | undefined => {
  if (neverAgain.has(code)) return 'never';
  if (code === 264) return 'later';
  return declineReason(code, text).detail === sameAsBefore ? 'duplicate' : undefined;
};
