import type { EarlyIntent } from '#features/shared/early-page.ts';

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);

/** Returns the link or button that an event targets, or null if it is disabled. */
const controlOf = ({ target }: Event): HTMLElement | null => {
  const control = target instanceof Element ? target.closest('#root :is(a, button)') : null;
  return control instanceof HTMLElement && control.getAttribute('aria-disabled') !== 'true' ? control : null;
};

const isSubmit = (control: HTMLElement) => control instanceof HTMLButtonElement && control.type === 'submit';

/**
 * Records the last submit or click before the app is ready. Prevents native submits, which would put
 * passwords into the URL. On pages without a form, links to other pages work as usual.
 */
export const recordEarlyIntent = (): void => {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let intent: EarlyIntent | null = null;
  let press: EarlyIntent | null = null;
  let isAppLost = false;

  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    onEvent: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, onEvent, options);

  listen('submit', (event) => {
    event.preventDefault();
    // Only a reload can load the app that sends the form.
    if (isAppLost) location.reload();
    else if (event.target instanceof HTMLFormElement) intent = { kind: 'submit', target: event.target };
  });
  listen('click', (event) => {
    const target = controlOf(event);
    if (target === null || isSubmit(target) || !isPlainClick(event)) return;
    const hasForm = document.forms.length > 0;
    if (target instanceof HTMLAnchorElement && (isAppLost || !(hasForm || target.hash))) return;
    event.preventDefault();
    if (isAppLost && !hasForm) location.reload();
    else intent = { kind: 'click', target };
  });
  listen('pointerdown', (event) => {
    const target = controlOf(event);
    press = target !== null && isPlainClick(event) ? { kind: 'press', target, begun: event } : null;
  });
  for (const type of ['pointerup', 'pointercancel'] as const)
    listen(type, () => {
      press = null;
    });
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/assets/`))
        return;
      isAppLost = true;
      document.getElementById('pending')?.remove();
      if (intent?.target instanceof HTMLAnchorElement) intent.target.click();
    },
    options,
  );

  window.takeEarlyIntent = () => {
    listening.abort();
    return press ?? intent;
  };
};
