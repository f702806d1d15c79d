const keyOf = (customerId: string) => `coffer.passkeyOffer.${customerId}`;

/** For browsers that refuse storage. */
const declined = new Set<string>();

/** Whether the customer has ended the offer of a passkey on this device. Outlives a session. */
export const isOfferDeclined = (customerId: string): boolean => {
  if (declined.has(customerId)) return true;
  try {
    return localStorage.getItem(keyOf(customerId)) !== null;
  } catch {
    return false;
  }
};

export const declineOffer = (customerId: string): void => {
  declined.add(customerId);
  try {
    localStorage.setItem(keyOf(customerId), 'declined');
  } catch {
    // Without storage it lasts only for this page.
  }
};
