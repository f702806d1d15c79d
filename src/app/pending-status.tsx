import { createRoot } from 'react-dom/client';
import { appTexts } from '#texts/app.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { pendingStatus } from './pending-status.css.ts';

/** Milliseconds before a wait is shown: a shorter one would flash. */
const patience = 100;

/** What the spec says while a page is prepared: its guard's text, or that of the account for a page that is open to all. */
const textFor = (page: string, productName: string): string => {
  if (page === '/dashboard') return appTexts.verifyingAuthentication;
  const isForGuests = ['/login', '/signup', '/forgot-password', '/reset-password'].includes(page);
  return isForGuests ? appTexts.loading : appTexts.loadingProduct(productName);
};

/** Says over a prerendered page what is waited for, while that takes longer than a moment. */
export const showPending = async (
  waiting: Promise<unknown>,
  page: string,
  productName: string,
): Promise<void> => {
  let hide: () => void = () => undefined;
  const timer = setTimeout(() => {
    const host = document.createElement('div');
    host.className = pendingStatus;
    document.body.append(host);
    const root = createRoot(host);
    root.render(<Spinner label={textFor(page, productName)} />);
    hide = () => {
      root.unmount();
      host.remove();
    };
  }, patience);
  try {
    await waiting;
  } finally {
    clearTimeout(timer);
    hide();
  }
};
