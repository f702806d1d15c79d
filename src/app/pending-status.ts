import { appTexts } from '#texts/app.ts';
import './pending-status.css.ts';

/** Milliseconds before a wait is shown: a shorter one would flash. */
const patience = 100;

/** What the spec says while a page is prepared: its guard's text, or that of the account for a page that is open to all. */
const textFor = (page: string, productName: string): string => {
  if (page === '/dashboard') return appTexts.verifyingAuthentication;
  const isForGuests = /login|signup|password/.test(page);
  return isForGuests ? appTexts.loading : appTexts.loadingProduct(productName);
};

/** Ends the status that the page brings along for the time before its app is there. */
export const endPending = (): void => document.querySelector('#pending')?.remove();

/** Says over a prerendered page what is waited for, while that takes longer than a moment. */
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
