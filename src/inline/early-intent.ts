import type { EarlyIntent } from '#features/early-intent.ts';

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);

/**
 * Remembers what a visitor submits or presses last before the app is there to answer, and keeps the browser from doing
 * it its own way: a form that it sent by itself would put a password into the address. Pages without a form need no app
 * for their links.
 */
export const recordEarlyIntent = (): void => {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let intent: EarlyIntent | null = null;
  let isAppLost = false;

  document.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      // Only another try to load the app can send it.
      if (isAppLost) location.reload();
      else if (event.target instanceof HTMLFormElement) intent = { kind: 'submit', target: event.target };
    },
    options,
  );
  document.addEventListener(
    'click',
    (event) => {
      const target =
        event.target instanceof Element && event.target.closest('#root :is(a, button[type=button])');
      if (!(target instanceof HTMLElement) || document.forms.length === 0) return;
      if (isAppLost || !isPlainClick(event)) return;
      event.preventDefault();
      intent = { kind: 'click', target };
    },
    options,
  );
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      isAppLost = true;
      if (intent?.target instanceof HTMLAnchorElement) intent.target.click();
    },
    options,
  );

  window.takeEarlyIntent = () => {
    listening.abort();
    return intent;
  };
};
