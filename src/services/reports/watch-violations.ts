import { describeViolation } from './describe-violation.ts';
import type { ReportBody } from './report.ts';

interface ViolationWatch {
  readonly site: string;
  /** The receiver's origin. Reporting a policy that blocks it would loop forever. */
  readonly receiver: string;
  readonly tell: (body: ReportBody) => void;
}

/** Reports CSP violations, including earlier ones that the browser buffered. */
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
