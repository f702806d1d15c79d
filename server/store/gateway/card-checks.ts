/** The merchant's rule that refused a card: billing address (AVS) or security code (CVV). */
export type CardCheck = 'avs' | 'cvv';

/** Matches texts of sales that the gateway refused before it checked the card. */
const beforeChecks = /payment token|duplicate/i;
/** AVS codes for a match of the street address and the ZIP code. */
const wholeMatches: ReadonlySet<string> = new Set(['X', 'Y', 'D', 'M', '2', '6']);

/**
 * Returns the merchant's rule that refused a sale with code 300. The gateway has no separate codes.
 * @param avs `avsresponse`: one character; empty if no address was checked
 * @param cvv `cvvresponse`: `M` for a match; empty if no code was checked
 */
export const failedCheckOf = (avs = '', cvv = '', text = ''): CardCheck | undefined => {
  if (beforeChecks.test(text)) return undefined;
  const failed: Readonly<Record<CardCheck, boolean>> = {
    avs: avs !== '' && !wholeMatches.has(avs.toUpperCase()),
    cvv: cvv !== '' && cvv.toUpperCase() !== 'M',
  };
  if (failed.avs && failed.cvv) {
    if (/avs|address/i.test(text)) return 'avs';
    return /cvv|cvc|security code/i.test(text) || cvv.toUpperCase() === 'N' ? 'cvv' : 'avs';
  }
  if (failed.avs) return 'avs';
  return failed.cvv ? 'cvv' : undefined;
};
