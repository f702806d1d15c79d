import type { IdentityEnvironment } from './environment.ts';

/** Milliseconds within which the service is not asked twice: one return to a page fires more than one event. */
const pause = 3_000;

export interface ReturnHandlers {
  /** Looks at what this device keeps. */
  readonly look: () => void;
  /** Asks the service. */
  readonly ask: () => void;
}

/**
 * Looks and asks when somebody comes back to the page: it is visible or focused again, or the browser shows it out of
 * its cache. Answers with how to stop.
 */
export const watchReturns = (
  { page, isVisible }: Pick<IdentityEnvironment, 'page' | 'isVisible'>,
  { look, ask }: ReturnHandlers,
): (() => void) => {
  let askedAt = Number.NEGATIVE_INFINITY;

  const onReturn = () => {
    look();
    const now = performance.now();
    if (!isVisible() || now - askedAt < pause) return;
    askedAt = now;
    ask();
  };
  const onPageShow = (event: Event) => {
    if ('persisted' in event && event.persisted) onReturn();
  };

  const listeners = [
    ['pageshow', onPageShow],
    ['visibilitychange', onReturn],
    ['focus', onReturn],
  ] as const;
  for (const [type, listener] of listeners) page.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of listeners) page.removeEventListener(type, listener);
  };
};
