/** Undefined if the browser lacks the feature or refuses it: with storage blocked, even access may throw. */
export const permitted = <Given>(access: () => Given): Given | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};
