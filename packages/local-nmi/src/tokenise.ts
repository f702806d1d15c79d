import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { type CardField, checkCardNumber, checkCvv, checkExpiry } from './card-checks.ts';
import { maskCardNumber } from './test-cards.ts';
import type { TokenVault } from './token-vault.ts';

const typed = v.pipe(v.string(), v.maxLength(50));

/** What was typed into the three fields; `cvv` is absent where the page hides that field. */
export const typedCardSchema = v.object({ ccnumber: typed, ccexp: typed, cvv: v.optional(typed) });
export type TypedCard = Readonly<v.InferOutput<typeof typedCardSchema>>;

export interface TokeniseParts {
  readonly vault: TokenVault;
  readonly securityKey: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The CVV that matches in the gateway's test mode. */
const matchingCvv = '999';

/**
 * Checks the card and exchanges it for a token: the one that was fetched for it, unless that has a card already. Only its
 * masked number, expiry and whether the CVV matched are kept.
 *
 * @returns what the hosted script hands to the page's callback: `number` masked, `bin` the first six digits, `exp` MMYY,
 * `type` the brand. For a card that does not pass, the first field that is wrong, with its message.
 */
export const tokenise = async (parts: TokeniseParts, card: TypedCard, fetchedToken?: string) => {
  const refuse = (field: CardField, message: string) => ({ field, message });
  const number = checkCardNumber(card.ccnumber);
  if (!number.valid) return refuse('ccnumber', number.message);
  const expiry = checkExpiry(card.ccexp, new Date(parts.clock()));
  if (!expiry.valid) return refuse('ccexp', expiry.message);
  const cvv = card.cvv === undefined || card.cvv === '' ? undefined : checkCvv(card.cvv);
  if (cvv?.valid === false) return refuse('cvv', cvv.message);

  const masked = maskCardNumber(number.value.number);
  const cvvResponse = cvv === undefined ? 'P' : cvv.value === matchingCvv ? 'M' : 'N';
  const token = await parts.vault.issue({ masked, expiry: expiry.value, cvvResponse }, fetchedToken);
  return {
    tokenType: 'inline',
    token,
    card: {
      number: masked,
      bin: masked.slice(0, 6),
      exp: expiry.value,
      hash: createHmac('sha256', parts.securityKey).update(number.value.number).digest('hex').slice(0, 32),
      type: number.value.brand,
    },
    check: { name: null, account: null, aba: null, transit: null, institution: null, hash: null },
    wallet: { cardDetails: null, cardNetwork: null, email: null },
  };
};
