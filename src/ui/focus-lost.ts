/** Whether what had the focus has gone, or takes no more keys. */
export const isFocusLost = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(':disabled');
};
