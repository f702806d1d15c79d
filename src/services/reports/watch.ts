import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { describeViolation } from './describe.ts';
import type { ReportBody } from './report.ts';

/** Reports each web vital once it is final, which may be when the page closes. */
export const watchWebVitals = (report: (body: ReportBody) => void): void => {
  const onFinal = ({ name, value, rating, navigationType: navigation }: Metric): void => {
    const rounded = name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);
    report({ type: 'web-vital', name, value: rounded, rating, navigation });
  };
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(onFinal);
};

/** Reports CSP violations, including earlier ones that the browser buffered. */
export const watchViolations = (site: string, receiver: string, report: (body: ReportBody) => void): void => {
  const onViolation = (violation: object, blocked: unknown): void => {
    const body = describeViolation(violation, blocked, site);
    // If the policy blocks the receiver, each report would cause another violation.
    if (body.blocked !== receiver) report(body);
  };
  addEventListener('securitypolicyviolation', (event) => onViolation(event, event.blockedURI));

  if (typeof ReportingObserver === 'undefined') return;
  const earlier = new ReportingObserver(
    (reports) => {
      earlier.disconnect();
      for (const { body } of reports) if (body) onViolation(body, Reflect.get(body, 'blockedURL'));
    },
    { types: ['csp-violation'], buffered: true },
  );
  earlier.observe();
};
