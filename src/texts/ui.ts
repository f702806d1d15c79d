/** The texts that the components bring along themselves. */
export const uiTexts = {
  close: 'Close',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
} as const;
