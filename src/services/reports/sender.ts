import type { Report, ReportBody } from './report.ts';

/** The maximum number of reports of each type per page load. */
export const reportLimits = { error: 5, 'web-vital': 10, 'csp-violation': 5 } as const;

export interface SenderOptions {
  readonly post: (report: string) => void;
  readonly readRoute: () => string;
  readonly version: string;
}

/** Sends each report once, and few, so that a page that keeps failing doesn't flood the receiver. */
export const createSender = ({ post, readRoute, version }: SenderOptions): ((body: ReportBody) => void) => {
  const sent = new Set<string>();
  const left: Record<ReportBody['type'], number> = { ...reportLimits };
  return (body) => {
    const report = JSON.stringify({ version, route: readRoute(), ...body } satisfies Report);
    if (left[body.type] === 0 || sent.has(report)) return;
    left[body.type] -= 1;
    sent.add(report);
    post(report);
  };
};

/** Survives the page's end, sends no cookies or referrer, and needs no CORS preflight. */
export const postTo =
  (address: string) =>
  (report: string): void => {
    fetch(address, {
      method: 'POST',
      body: report,
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      priority: 'low',
    }).catch(() => undefined);
  };
