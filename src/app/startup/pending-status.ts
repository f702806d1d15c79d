import { appTexts } from '#texts/app.ts';
import './pending-status.css.ts';

/** Milliseconds. Shorter waits would flash. */
const patience = 100;

/** The spec's text for each page while it waits. */
const textFor = (page: string, productName: string): string => {
  if (page === '/dashboard') return appTexts.verifyingAuthentication;
  const isForGuests = /login|signup|password/.test(page);
  return isForGuests ? appTexts.loading : appTexts.loadingProduct(productName);
};

export const endPending = (): void => document.querySelector('#pending')?.remove();

/** Shows a status over a prerendered page during a longer wait. */
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
