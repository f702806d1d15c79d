/** All the card data that the store keeps for a purchase. */
export interface CardDetails {
  /** The gateway's name, such as `visa`. Null if unknown. */
  readonly brand: string | null;
  readonly last4: string;
}

/** Card brands by first digit and length, for records that don't name the brand. */
const brandsByNumber: readonly (readonly [RegExp, string])[] = [
  [/^4.{15}$/, 'visa'],
  [/^5.{15}$/, 'mastercard'],
  [/^3.{14}$/, 'amex'],
];

/** Reads the brand and last four digits. @param masked the number as `4xxxxxxxxxxx1111` or `411111******1111` */
export const readCard = (masked: string, type: string): CardDetails | undefined => {
  const [, last4] = /^[\dx*]{8,19}$/i.test(masked) ? (/(\d{4})$/.exec(masked) ?? []) : [];
  if (last4 === undefined) return undefined;
  const named = /^[a-z]{1,20}$/.exec(type.trim().toLowerCase())?.[0];
  return { brand: named ?? brandsByNumber.find(([form]) => form.test(masked))?.[1] ?? null, last4 };
};
