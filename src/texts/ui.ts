export const uiTexts = {
  close: 'Close',
  retry: 'Retry',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;
