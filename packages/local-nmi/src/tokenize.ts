import { createHmac } from 'node:crypto';
import {
  type CardField,
  type Check,
  cardFields,
  checkCardNumber,
  checkCvv,
  checkExpiry,
} from './card-checks.ts';
import { findTestCardByMask, maskCardNumber } from './test-cards.ts';
import type { CardParts, TokenVault } from './token-vault.ts';

export interface TokenizeParts {
  readonly vault: TokenVault;
  readonly securityKey: string;
  /** Returns the time in ms since the epoch. */
  readonly clock: () => number;
}

/** The CVV that matches in the gateway's test mode (VD). */
const matchingCvv = '999';

/** Checks a field's text, and returns the parts of it that the vault can store. */
const readField = (field: CardField, typed: string, now: Date): Check<CardParts> => {
  if (field === 'ccnumber') {
    const number = checkCardNumber(typed);
    return number.valid ? { valid: true, value: { masked: maskCardNumber(number.value.number) } } : number;
  }
  if (field === 'ccexp') {
    const expiry = checkExpiry(typed, now);
    return expiry.valid ? { valid: true, value: { expiry: expiry.value } } : expiry;
  }
  const cvv = checkCvv(typed);
  return cvv.valid ? { valid: true, value: { cvvResponse: cvv.value === matchingCvv ? 'M' : 'N' } } : cvv;
};

const nothing: Readonly<Record<CardField, CardParts>> = {
  ccnumber: { masked: undefined },
  ccexp: { expiry: undefined },
  cvv: { cvvResponse: undefined },
};

/** Stores a valid field for a token. If invalid, removes the old value (guess) and returns the error. */
export const saveField = async (
  { vault, clock }: TokenizeParts,
  token: string,
  field: CardField,
  typed: string,
): Promise<string | undefined> => {
  const check = readField(field, typed, new Date(clock()));
  await vault.keep(token, check.valid ? check.value : nothing[field]);
  return check.valid ? undefined : check.message;
};

const noCheck = { name: null, account: null, aba: null, transit: null, institution: null, hash: null };

/** Returns a card in the format of `api/lookup`, in which null means unknown. */
export const describeCard = ({ masked, expiry }: CardParts, securityKey: string) => {
  const testCard = masked === undefined ? undefined : findTestCardByMask(masked);
  const hash =
    testCard && createHmac('sha256', securityKey).update(testCard.number).digest('hex').slice(0, 32);
  return {
    card: {
      number: masked ?? null,
      bin: masked?.slice(0, 6) ?? null,
      exp: expiry ?? null,
      hash: hash ?? null,
      type: testCard?.brand ?? null,
    },
    check: noCheck,
  };
};

/** Exchanges a whole card for a token. If the card is invalid, returns the first invalid field and the reason. */
export const tokenize = async (
  parts: TokenizeParts,
  typed: Readonly<{ [Field in CardField]?: string | undefined }>,
) => {
  const { vault, securityKey, clock } = parts;
  const card: CardParts = {};
  for (const field of cardFields) {
    const value = typed[field] ?? '';
    if (field === 'cvv' && value === '') continue;
    const check = readField(field, value, new Date(clock()));
    if (!check.valid) return { field, message: check.message };
    Object.assign(card, check.value);
  }
  const token = vault.open();
  await vault.keep(token, card);
  return { tokenType: 'inline', token, ...describeCard(card, securityKey) };
};
