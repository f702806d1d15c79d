const keyOf = (customerId: string) => `coffer.toldTopUp.${customerId}`;

/** For browsers that refuse storage. By customer. */
const told = new Map<string, string>();

/** The automatic charge that the customer has dismissed on this device; null if none. */
export const toldCharge = (customerId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(customerId)) ?? told.get(customerId) ?? null;
  } catch {
    return told.get(customerId) ?? null;
  }
};

export const rememberTold = (customerId: string, transactionId: string): void => {
  told.set(customerId, transactionId);
  try {
    localStorage.setItem(keyOf(customerId), transactionId);
  } catch {
    // Without storage it lasts only for this page.
  }
};
