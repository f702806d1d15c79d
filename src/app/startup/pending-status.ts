import { pendingText } from '#texts/app.ts';
import './pending-status.css.ts';

/** Delay before the status is shown, in ms. It would only flash during shorter waits. */
const patience = 100;

export const endPending = (): void => document.querySelector('#pending')?.remove();

/** Shows a status over a prerendered page if the wait is long. */
export const showPending = async (waiting: Promise<unknown>, page: string, productName: string) => {
  const timer = setTimeout(() => {
    const line = document.querySelector<HTMLElement>('#pending p');
    if (line === null) return;
    line.textContent = pendingText(page, productName);
    line.style.visibility = 'visible';
  }, patience);
  try {
    await waiting;
  } finally {
    clearTimeout(timer);
  }
};
