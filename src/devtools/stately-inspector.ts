import { createBrowserInspector } from '@statelyai/inspect';
import type { MachineFeed } from './recorder.ts';
import { redactInspected } from './redaction.ts';

const windowName = 'xstateinspector';

/** Sends redacted events. If the browser blocks the window, it opens at the first click. */
export const startInspector = (feed: MachineFeed): void => {
  const inspector = createBrowserInspector({ autoStart: false, serialize: redactInspected });
  feed.observe((event) => inspector.inspect.next?.(event));
  if (window.open('', windowName) === null)
    document.addEventListener('click', inspector.start, { once: true });
  else inspector.start();
};
