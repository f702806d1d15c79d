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
