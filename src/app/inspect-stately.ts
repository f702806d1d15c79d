import { createBrowserInspector } from '@statelyai/inspect';
import type { Inspection } from './inspect.ts';
import { redactInspected } from './inspect-redaction.ts';

const windowName = 'xstateinspector';

/**
 * Opens the Stately inspector in a window of its own and sends it what the machines do, redacted. Where the browser
 * refuses a window that nobody clicked for, it opens at the first click.
 */
export const startInspector = (inspection: Inspection): void => {
  const inspector = createBrowserInspector({ autoStart: false, serialize: redactInspected });
  inspection.observe((event) => inspector.inspect.next?.(event));
  if (window.open('', windowName) === null)
    document.addEventListener('click', inspector.start, { once: true });
  else inspector.start();
};
