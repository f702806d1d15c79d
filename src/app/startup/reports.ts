import { describeError } from '#services/reports/describe-error.ts';
import { createSender, postTo } from '#services/reports/sender.ts';
import { watchViolations } from '#services/reports/watch-violations.ts';
import { watchWebVitals } from '#services/reports/web-vitals.ts';
import type { AppRouter } from '../router.ts';

/** The build defines this. */
declare const builtVersion: string;

/** @param early events so far; reports those pushed later at once */
export const beginReports = (
  address: string,
  router: AppRouter,
  early: Pick<Event[], 'push' | 'splice'>,
): void => {
  const site = location.origin;
  const tell = createSender({
    post: postTo(address),
    readRoute: () => router.state.matches.at(-1)?.fullPath ?? '',
    version: builtVersion,
  });
  const hear = (event: Event): void => {
    if (event instanceof PromiseRejectionEvent) tell(describeError('rejection', event.reason, site));
    // The router dispatches errors that its boundary caught as untrusted events.
    if (event instanceof ErrorEvent)
      tell(describeError(event.isTrusted ? 'uncaught' : 'crash', event.error, site));
  };
  early.splice(0).forEach(hear);
  early.push = (...events) => {
    events.forEach(hear);
    return 0;
  };
  watchWebVitals(tell);
  watchViolations({ site, receiver: new URL(address).origin, tell });
};
