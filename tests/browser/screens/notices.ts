import type { Page } from '@playwright/test';

export const noticesOf = (page: Page) => {
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  const main = page.getByRole('main');
  /** The toasts that aren't fading out. A toast that is fading out has no status role. */
  const standing = toasts.getByRole('status');
  return {
    toast: (text: string) => toasts.getByText(text, { exact: true }).and(standing),
    toasts: standing,
    error: main.getByRole('alert'),
    errorLines: main.getByRole('alert').getByRole('paragraph'),
    success: (text: string) => main.getByRole('status').getByText(text, { exact: true }),
  };
};
