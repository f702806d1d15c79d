/** What a visitor wanted of a page that was painted before the app was there: a form sent, or a control pressed. */
export type EarlyIntent =
  | { readonly kind: 'submit'; readonly target: HTMLFormElement }
  | { readonly kind: 'click'; readonly target: HTMLElement };

declare global {
  interface Window {
    /** Ends the recording of a prerendered page, and answers with the last intent. */
    takeEarlyIntent?: () => EarlyIntent | null;
  }
}

/** Lets the page act by itself from now on. Answers with what the visitor wanted before. */
export const endEarlyIntent = (): EarlyIntent | null => {
  const intent = window.takeEarlyIntent?.() ?? null;
  delete window.takeEarlyIntent;
  return intent;
};

/**
 * Does now what the visitor wanted of a form, or of what stands around it, before the app was there. Called when the
 * form itself is live: before, the browser would send it its own way.
 */
export const replayEarlyIntent = (form: HTMLFormElement): void => {
  const intent = endEarlyIntent();
  if (intent?.kind === 'submit' && intent.target === form) form.requestSubmit();
  else if (intent?.kind === 'click' && intent.target.isConnected) intent.target.click();
};
