/**
 * The value that a variable of the theme has now, for what the page's styles don't reach.
 *
 * @param variable a member of `vars`, such as `vars.colour.text`
 */
export const readVariable = (variable: string): string => {
  const name = variable.replace(/^var\((.*)\)$/, '$1');
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
};
