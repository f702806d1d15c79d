/** What a browser gives. Undefined where it lacks it, or refuses it: with storage blocked, the mere access may throw. */
export const permitted = <Given>(access: () => Given): Given | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};
