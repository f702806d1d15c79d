import { parseUrl } from '#domain/parse-url.ts';
import { frameAt } from './describe-error.ts';
import type { ReportBody } from './report.ts';

type ViolationReport = Extract<ReportBody, { type: 'csp-violation' }>;

/** Leaves out the page's address. `violation` is an event, or the body of a browser's own report. */
export const describeViolation = (violation: object, blocked: unknown, site: string): ViolationReport => {
  const read = (name: string): unknown => Reflect.get(violation, name);
  const directive = read('effectiveDirective');
  const file = read('sourceFile');
  const place = (name: string) => Number(read(name) ?? 0);
  return {
    type: 'csp-violation',
    directive: typeof directive === 'string' && /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
    blocked: originOf(typeof blocked === 'string' ? blocked : ''),
    frame:
      typeof file === 'string' && file !== ''
        ? frameAt(file, place('lineNumber'), place('columnNumber'), site)
        : null,
  };
};

const originOf = (blocked: string): string => {
  if (/^[a-z-]{0,40}$/.test(blocked)) return blocked;
  const url = parseUrl(blocked);
  if (url === null) return 'unknown';
  // Addresses without an origin, such as data:, have a scheme.
  return url.origin === 'null' ? url.protocol : url.origin;
};
