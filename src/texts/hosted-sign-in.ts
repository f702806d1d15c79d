/** Texts about the return from the hosted sign-in pages. They load with the account's operations. */
export const hostedSignInTexts = {
  canceled: "You canceled the sign-in, or this account can't be used here. Try again, or use your password.",
} as const;
