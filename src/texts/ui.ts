/** The texts that the components bring along themselves. */
export const uiTexts = {
  close: 'Close',
  show: 'Show',
  hide: 'Hide',
  /** After `show` and `hide`, for who does not see which field the button stands in. */
  password: 'password',
} as const;
