import { appTexts } from '#texts/app.ts';
import './pending-status.css.ts';

/** Delay before the status is shown, in ms. It would only flash during shorter waits. */
const patience = 100;

/** Returns a page's loading text, as defined in the spec. */
const textFor = (page: string, productName: string): string => {
  if (page === '/dashboard') return appTexts.verifyingAuthentication;
  const isForGuests = /login|signup|password/.test(page);
  return isForGuests ? appTexts.loading : appTexts.loadingProduct(productName);
};

export const endPending = (): void => document.querySelector('#pending')?.remove();

/** Shows a status over a prerendered page if the wait is long. */
export const showPending = async (
  waiting: Promise<unknown>,
  page: string,
  productName: string,
): Promise<void> => {
  const timer = setTimeout(() => {
    const line = document.querySelector<HTMLElement>('#pending p');
    if (line === null) return;
    line.textContent = textFor(page, productName);
    line.style.visibility = 'visible';
  }, patience);
  try {
    await waiting;
  } finally {
    clearTimeout(timer);
  }
};
