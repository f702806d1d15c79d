/** A theme variable's current value, for use outside the page's styles. Pass a member of `vars`. */
export const readVariable = (variable: string): string => {
  const name = variable.replace(/^var\((.*)\)$/, '$1');
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
};
