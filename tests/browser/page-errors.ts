import { type BrowserContext, expect } from '@playwright/test';
import type { Addresses } from './local/addresses.ts';

interface PageError {
  readonly text: string;
  /** Where the browser says it comes from. */
  readonly url: string;
}

interface Allowed {
  readonly description: string;
  readonly covers: (error: PageError) => boolean;
  used: boolean;
}

/** Something that a test means to provoke. */
export interface Allowance {
  /** Resolves once a page has complained of it: for tests that take its cause away again. */
  occurred(): Promise<void>;
}

/** Watches everything that a test's pages complain of. A test names beforehand what it means to provoke. */
export interface PageErrors {
  /**
   * Expects answers with this error status from an address without its query, which Chromium reports as
   * "Failed to load resource".
   */
  allowResponse(url: string, status: number): Allowance;
  /** Expects messages with this text in the page's console. */
  allowMessage(text: string): Allowance;
  /** Lets pages ask a server of the test's own. */
  allowRequestsTo(url: string): void;
  /** Every error that was not allowed, and every allowance that was not needed. Empty when all went as expected. */
  findings(): string[];
  /** Forgets what was complained of until now, and every allowance. */
  restart(): void;
}

const localSchemes = new Set(['about:', 'blob:', 'data:']);

/** Begins to watch the pages of this context: their consoles, their uncaught errors, and whom they ask for anything. */
export const watchPageErrors = (context: BrowserContext, addresses: Addresses): PageErrors => {
  const ours = new Set<string>(Object.values(addresses));
  const errors: PageError[] = [];
  const foreignRequests: string[] = [];
  const allowances: Allowed[] = [];
  const allow = (description: string, covers: Allowed['covers']): Allowance => {
    allowances.push({ description, covers, used: false });
    return {
      occurred: () =>
        expect.poll(() => errors.some(covers), { message: `occurred: ${description}` }).toBe(true),
    };
  };

  // Violations of the content security policy are console errors, too.
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
    allowResponse(url, status) {
      return allow(
        `${status} from ${url}`,
        (error) =>
          error.url.split('?', 1)[0] === url &&
          error.text.startsWith('Failed to load resource:') &&
          error.text.includes(`status of ${status} `),
      );
    },
    allowMessage(text) {
      return allow(`"${text}" in the console`, (error) => error.text.includes(text));
    },
    allowRequestsTo: (url) => void ours.add(new URL(url).origin),
    findings() {
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
