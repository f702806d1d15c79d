import { parseUrl } from '#domain/parse-url.ts';
import type { Frame, ReportBody } from './report.ts';

type ErrorReport = Extract<ReportBody, { type: 'error' }>;

const maxFrames = 20;
/** Matches class names of errors. Other text could contain private data. */
const errorName = /^[A-Z][A-Za-z]{0,60}(?:Error|Exception)$/;

/** Describes an error without its message, which may contain private data. `site` is the app's origin. */
export const describeError = (how: ErrorReport['how'], thrown: unknown, site: string): ErrorReport => {
  const { name, message = '', stack = '' } = thrown instanceof Error ? thrown : new Error('');
  return {
    type: 'error',
    how,
    name: errorName.test(name) ? name : 'Error',
    frames: thrown instanceof Error ? framesOf(stack.replace(message, ''), site) : [],
  };
};

/** Reads a stack's frames. Browsers put the position at the end of each line, some in parentheses. */
const framesOf = (stack: string, site: string): Frame[] =>
  [...stack.matchAll(/([a-z][a-z-]*:\/\/[^\s()]+):(\d+):(\d+)\)?$/gm)]
    .slice(0, maxFrames)
    .map(([, address = '', line, column]) => frameAt(address, Number(line), Number(column), site));

/** Returns a frame. `file` is one of the site's scripts; any other address becomes `page` or `other`. */
export const frameAt = (address: string, line: number, column: number, site: string): Frame => ({
  file: fileOf(address, site),
  line,
  column,
});

const fileOf = (address: string, site: string): string => {
  const url = parseUrl(address);
  if (url?.origin !== site) return 'other';
  return /^\/assets\/[\w.-]+\.js$/.test(url.pathname) ? url.pathname : 'page';
};

type ViolationReport = Extract<ReportBody, { type: 'csp-violation' }>;

/** Describes a CSP violation without the page's URL. `violation` is an event or a browser report's body. */
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
  // URLs without an origin, such as data: URLs, are reported by scheme.
  return url.origin === 'null' ? url.protocol : url.origin;
};
