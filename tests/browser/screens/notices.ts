import type { Page } from '@playwright/test';

/** What the app says about what it did: toasts that pass, and banners that stay in the page. */
export const noticesOf = (page: Page) => {
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  const main = page.getByRole('main');
  /** One that is on its way out is no status any more. */
  const standing = toasts.getByRole('status');
  return {
    toast: (text: string) => toasts.getByText(text, { exact: true }).and(standing),
    toasts: standing,
    /** The page's own error messages. */
    error: main.getByRole('alert'),
    /** Each line of them. */
    errorLines: main.getByRole('alert').getByRole('paragraph'),
    /** The page's own good news, with exactly this text. */
    success: (text: string) => main.getByRole('status').getByText(text, { exact: true }),
  };
};
