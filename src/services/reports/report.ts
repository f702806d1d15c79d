/** Contains no visitor data: no error messages, no addresses except the site's files, no input. */
export type ReportBody =
  | {
      readonly type: 'error';
      readonly how: 'uncaught' | 'rejection' | 'crash';
      /** Such as `TypeError`. `Error` for anything that isn't an error's name. */
      readonly name: string;
      /** Innermost first. */
      readonly frames: readonly Frame[];
    }
  | {
      readonly type: 'web-vital';
      readonly name: 'CLS' | 'FCP' | 'INP' | 'LCP' | 'TTFB';
      /** Milliseconds. CLS has no unit. */
      readonly value: number;
      readonly rating: 'good' | 'needs-improvement' | 'poor';
      /** `navigate`, `reload`, `back-forward-cache` … */
      readonly navigation: string;
    }
  | {
      readonly type: 'csp-violation';
      /** Such as `script-src-elem`. */
      readonly directive: string;
      /** An origin, a scheme, or a keyword such as `inline`. */
      readonly blocked: string;
      readonly frame: Frame | null;
    };

export interface Frame {
  /** A site file such as `/assets/first-AbCd1234.js`, `page` for an inline script, or `other`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Report = ReportBody & {
  readonly version: string;
  /** Such as `/dashboard`. Empty for a path that isn't the app's. */
  readonly route: string;
};

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
