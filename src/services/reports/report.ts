/**
 * What is reported of a page, as JSON. Nothing in it is of a visitor: no message of an error, no address but of the site's own
 * files, nothing that was typed.
 */
export type ReportBody =
  | {
      readonly type: 'error';
      /** Thrown and not caught, a promise that nobody minded, or what ended a page. */
      readonly how: 'uncaught' | 'rejection' | 'crash';
      /** What the error is called, as `TypeError`; `Error` where that is no such name. */
      readonly name: string;
      /** Where it was thrown, innermost first. */
      readonly frames: readonly Frame[];
    }
  | {
      readonly type: 'web-vital';
      readonly name: 'CLS' | 'FCP' | 'INP' | 'LCP' | 'TTFB';
      /** Milliseconds; of CLS a number without a unit. */
      readonly value: number;
      readonly rating: 'good' | 'needs-improvement' | 'poor';
      /** How the page was come to, as `navigate`, `reload` or `back-forward-cache`. */
      readonly navigation: string;
    }
  | {
      readonly type: 'csp-violation';
      /** The directive that did not allow it, as `script-src-elem`. */
      readonly directive: string;
      /** An origin, a scheme, or a word of the policy's such as `inline`. */
      readonly blocked: string;
      readonly frame: Frame | null;
    };

/** A place in a script. */
export interface Frame {
  /** A file of the site, as `/assets/first-AbCd1234.js`; `page` for a script that stands in the page, `other` for all else. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A whole report, as it is sent. */
export type Report = ReportBody & {
  /** Of the app. */
  readonly version: string;
  /** The pattern of the page's path, as `/dashboard`; empty where it is none of the app's. */
  readonly route: string;
};
