/** The text in a form's field; empty when there is no such field. */
export const readField = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
};
