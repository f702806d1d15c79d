/** Dollars as `25`, `25.0` or `25.00` → cents; at most 9,999,999.99 and more than nothing. */
export const parseAmount = (text: string): number | undefined => {
  const [, dollars, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  return cents > 0 ? cents : undefined;
};

/** US cents as the gateway writes them: 2500 → `25.00`, -50 → `-0.50`. */
export const decimalAmount = (cents: number): string => (cents / 100).toFixed(2);
