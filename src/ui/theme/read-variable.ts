/**
 * The current value of a theme variable, for use where the page's styles don't apply.
 *
 * @param variable a member of `vars`, such as `vars.colour.text`
 */
export const readVariable = (variable: string): string => {
  const name = variable.replace(/^var\((.*)\)$/, '$1');
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
};
