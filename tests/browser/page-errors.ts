import { type BrowserContext, expect } from '@playwright/test';
import type { Addresses } from './local/addresses.ts';

interface PageError {
  readonly text: string;
  readonly url: string;
}

interface Allowed {
  readonly description: string;
  readonly covers: (error: PageError) => boolean;
  used: boolean;
}

export type PageErrors = ReturnType<typeof watchPageErrors>;

const localSchemes = new Set(['about:', 'blob:', 'data:']);

export const watchPageErrors = (context: BrowserContext, addresses: Addresses) => {
  const ours = new Set<string>(Object.values(addresses));
  const errors: PageError[] = [];
  const foreignRequests: string[] = [];
  const allowances: Allowed[] = [];
  const allow = (description: string, covers: Allowed['covers'], used = false) => {
    allowances.push({ description, covers, used });
    return {
      /** Waits until a page has reported the error, so that the test can then remove the cause. */
      occurred: (): Promise<void> =>
        expect.poll(() => errors.some(covers), { message: `occurred: ${description}` }).toBe(true),
    };
  };

  // These messages include violations of the content security policy.
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    errors.push({ text: message.text(), url: message.location().url });
  });
  context.on('weberror', (error) => {
    errors.push({ text: `Uncaught ${String(error.error())}`, url: error.page()?.url() ?? '' });
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!localSchemes.has(protocol) && !ours.has(origin)) foreignRequests.push(request.url());
  });

  const isAllowed = (error: PageError): boolean => {
    const covering = allowances.filter(({ covers }) => covers(error));
    for (const allowance of covering) allowance.used = true;
    return covering.length > 0;
  };

  return {
    /** Expects this status from a path, with any query. Chromium reports the response as a console error. */
    allowResponse(service: keyof Addresses, path: string, status: number) {
      const url = addresses[service] + path;
      return allow(
        `${status} from ${url}`,
        (error) =>
          error.url.split('?', 1)[0] === url &&
          error.text.startsWith('Failed to load resource:') &&
          error.text.includes(`status of ${status} `),
      );
    },
    allowMessage: (text: string) => allow(`"${text}" in the console`, (error) => error.text.includes(text)),
    /** Allows, but doesn't expect, a message that comes only if the page is slow. */
    tolerateMessage: (text: string) => allow(text, (error) => error.text.includes(text), true),
    allowRequestsTo: (url: string) => void ours.add(new URL(url).origin),
    findings(): string[] {
      const unexpected = errors.filter((error) => !isAllowed(error));
      return [
        ...unexpected.map(({ text, url }) => `${text} (${url})`),
        ...foreignRequests.map((url) => `A request to ${url}, which is none of ours`),
        ...allowances
          .filter(({ used }) => !used)
          .map(({ description }) => `Expected, and did not come: ${description}`),
      ];
    },
    restart() {
      for (const list of [errors, foreignRequests, allowances]) list.length = 0;
    },
  };
};
