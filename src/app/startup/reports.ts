import { describeError } from '#services/reports/describe.ts';
import { createSender, postTo } from '#services/reports/report.ts';
import { watchViolations, watchWebVitals } from '#services/reports/watch.ts';
import type { AppRouter } from '../router.ts';

declare const builtVersion: string;

/** @param early events from before this code loaded; later pushes are reported immediately */
export const beginReports = (address: string, router: AppRouter, early: Pick<Event[], 'push' | 'splice'>) => {
  const site = location.origin;
  const readRoute = () => router.state.matches.at(-1)?.fullPath ?? '';
  const report = createSender(postTo(address), readRoute, builtVersion);
  const onError = (event: Event): void => {
    if (event instanceof PromiseRejectionEvent) report(describeError('rejection', event.reason, site));
    // The router dispatches an untrusted event for each error that its error boundary caught.
    if (event instanceof ErrorEvent)
      report(describeError(event.isTrusted ? 'uncaught' : 'crash', event.error, site));
  };
  early.splice(0).forEach(onError);
  early.push = (...events) => {
    events.forEach(onError);
    return 0;
  };
  watchWebVitals(report);
  watchViolations(site, new URL(address).origin, report);
};
