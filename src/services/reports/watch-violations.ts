import { describeViolation } from './describe-violation.ts';
import type { ReportBody } from './report.ts';

interface ViolationWatch {
  /** The site's origin. */
  readonly site: string;
  /** The origin that reports are sent to: a policy that forbids that would be reported for ever. */
  readonly receiver: string;
  readonly tell: (body: ReportBody) => void;
}

/** Tells of each violation of the content security policy, and of those before where the browser has kept them. */
export const watchViolations = ({ site, receiver, tell }: ViolationWatch): void => {
  const hear = (violation: object, blocked: unknown): void => {
    const report = describeViolation(violation, blocked, site);
    if (report.blocked !== receiver) tell(report);
  };
  addEventListener('securitypolicyviolation', (event) => hear(event, event.blockedURI));

  if (typeof ReportingObserver === 'undefined') return;
  const earlier = new ReportingObserver(
    (reports) => {
      earlier.disconnect();
      for (const { body } of reports) if (body) hear(body, Reflect.get(body, 'blockedURL'));
    },
    { types: ['csp-violation'], buffered: true },
  );
  earlier.observe();
};
