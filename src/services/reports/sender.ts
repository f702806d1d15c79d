import type { Report, ReportBody } from './report.ts';

/** How many reports of each type a page sends, from its load to its end. */
export const reportLimits = { error: 5, 'web-vital': 10, 'csp-violation': 5 } as const;

export interface SenderOptions {
  /** Sends a report. Nothing is made of how that ends. */
  readonly post: (report: string) => void;
  /** The pattern of the page's path that is shown. */
  readonly readRoute: () => string;
  readonly version: string;
}

/** Sends each report once, and so few of them that a page which fails over and over does no harm by telling. */
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

/**
 * How reports are sent: behind everything else, even while the page ends; without cookies, and without a word of where they
 * come from. The type of their content needs no permission of the receiver's; its answer is not looked at.
 */
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
