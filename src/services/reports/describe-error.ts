import { parseUrl } from '#domain/parse-url.ts';
import type { Frame, ReportBody } from './report.ts';

type ErrorReport = Extract<ReportBody, { type: 'error' }>;

const maxFrames = 20;
/** What errors are called in code: a code or a text that came from elsewhere is not. */
const errorName = /^[A-Z][A-Za-z]{0,60}(?:Error|Exception)$/;

/**
 * Describes what was thrown, without its message: that may repeat what a visitor typed, or what a service answered.
 *
 * @param site the site's origin
 */
export const describeError = (how: ErrorReport['how'], thrown: unknown, site: string): ErrorReport => {
  const { name, message = '', stack = '' } = thrown instanceof Error ? thrown : new Error('');
  return {
    type: 'error',
    how,
    name: errorName.test(name) ? name : 'Error',
    frames: thrown instanceof Error ? framesOf(stack.replace(message, ''), site) : [],
  };
};

/** The places in a stack as every browser writes them: the last thing in a line, perhaps in brackets. */
const framesOf = (stack: string, site: string): Frame[] =>
  [...stack.matchAll(/([a-z][a-z-]*:\/\/[^\s()]+):(\d+):(\d+)\)?$/gm)]
    .slice(0, maxFrames)
    .map(([, address = '', line, column]) => frameAt(address, Number(line), Number(column), site));

/** A place in a script, of which only the site's own files are named. */
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
