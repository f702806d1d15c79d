/** Contains no visitor data: no error messages, no input, and no URLs except the site's files. */
export type ReportBody =
  | {
      readonly type: 'error';
      readonly how: 'uncaught' | 'rejection' | 'crash';
      /** The error's class name, such as `TypeError`. `Error` if it doesn't look like one. */
      readonly name: string;
      /** The stack's frames, innermost first. */
      readonly frames: readonly Frame[];
    }
  | {
      readonly type: 'web-vital';
      readonly name: 'CLS' | 'FCP' | 'INP' | 'LCP' | 'TTFB';
      /** In milliseconds, except CLS, which has no unit. */
      readonly value: number;
      readonly rating: 'good' | 'needs-improvement' | 'poor';
      /** How the page was opened, such as `navigate`, `reload` or `back-forward-cache`. */
      readonly navigation: string;
    }
  | {
      readonly type: 'csp-violation';
      /** The violated CSP directive, such as `script-src-elem`. */
      readonly directive: string;
      /** The blocked origin or scheme, or a keyword such as `inline`. */
      readonly blocked: string;
      readonly frame: Frame | null;
    };

export interface Frame {
  /** A site file, such as `/assets/first-AbCd1234.js`, or `page` for inline scripts, or `other`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Report = ReportBody & {
  readonly version: string;
  /** The app's route, such as `/dashboard`. Empty for an unknown path. */
  readonly route: string;
};

/** The maximum number of reports of each type per page load. */
export const reportLimits = { error: 5, 'web-vital': 10, 'csp-violation': 5 } as const;

/** Creates a sender that dedupes and limits reports, so that a failing page doesn't flood the receiver. */
export const createSender = (post: (report: string) => void, readRoute: () => string, version: string) => {
  const sent = new Set<string>();
  const left: Record<ReportBody['type'], number> = { ...reportLimits };
  return (body: ReportBody): void => {
    const report = JSON.stringify({ version, route: readRoute(), ...body } satisfies Report);
    if (left[body.type] === 0 || sent.has(report)) return;
    left[body.type] -= 1;
    sent.add(report);
    post(report);
  };
};

/** Posts a report even if the page closes. Sends no cookies or referrer, and needs no CORS preflight. */
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
