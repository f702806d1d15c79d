/** The merchant's rule that refused a card: the billing address (AVS) or the security code (CVV). */
export type CardCheck = 'avs' | 'cvv';

/** The gateway refused the request before it checked a card. */
const beforeChecks = /payment token|duplicate/i;
/** AVS answers that whole address and ZIP code match. */
const wholeMatches: ReadonlySet<string> = new Set(['X', 'Y', 'D', 'M', '2', '6']);

/**
 * Which of the merchant's rules refused a sale with code 300. The gateway has no separate code for them.
 *
 * @param avs its `avsresponse`: one character, empty where no address was checked
 * @param cvv its `cvvresponse`: `M` for a match, empty where no security code was checked
 * @param text its words for merchants
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
