import { createHmac } from 'node:crypto';
import { type CardField, checkCardNumber, checkCvv, checkExpiry } from './card-checks.ts';
import { maskCardNumber } from './test-cards.ts';
import type { TokenVault } from './token-vault.ts';

/** What was typed into the three fields; `cvv` is absent where the page hides that field. */
export interface TypedCard {
  readonly ccnumber: string;
  readonly ccexp: string;
  readonly cvv?: string | undefined;
}

/** The answer that the hosted script hands to the page's callback. */
export interface TokenResponse {
  readonly tokenType: 'inline';
  readonly token: string;
  /** `number` masked, `bin` the first six digits, `exp` MMYY, `type` the brand. */
  readonly card: { number: string; bin: string; exp: string; hash: string; type: string };
  readonly check: { name: null; account: null; aba: null; transit: null; institution: null; hash: null };
  readonly wallet: { cardDetails: null; cardNetwork: null; email: null };
}

/** The CVV that matches in the gateway's test mode. */
const matchingCvv = '999';

/**
 * Checks the card and exchanges it for a token. Only its masked number, expiry and whether the CVV matched are kept.
 * A card that does not pass answers the first field that is wrong, with its message.
 */
export async function tokenise(
  parts: { vault: TokenVault; securityKey: string; clock: () => number },
  typed: TypedCard,
): Promise<TokenResponse | { readonly field: CardField; readonly message: string }> {
  const number = checkCardNumber(typed.ccnumber);
  if (!number.valid) return { field: 'ccnumber', message: number.message };
  const expiry = checkExpiry(typed.ccexp, new Date(parts.clock()));
  if (!expiry.valid) return { field: 'ccexp', message: expiry.message };
  const cvv = typed.cvv === undefined || typed.cvv === '' ? undefined : checkCvv(typed.cvv);
  if (cvv?.valid === false) return { field: 'cvv', message: cvv.message };

  const masked = maskCardNumber(number.value.number);
  const cvvResponse = cvv === undefined ? 'P' : cvv.value === matchingCvv ? 'M' : 'N';
  const token = await parts.vault.issue({ masked, expiry: expiry.value, cvvResponse });
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
}
