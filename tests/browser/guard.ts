import { type BrowserContext, expect } from '@playwright/test';
import type { Addresses } from './sandbox/addresses.ts';

interface Complaint {
  readonly text: string;
  /** Where the browser says it comes from. */
  readonly url: string;
}

interface Standing {
  readonly description: string;
  readonly covers: (complaint: Complaint) => boolean;
  used: boolean;
}

/** Something that a test means to provoke. */
export interface Allowance {
  /** Resolves once a page has complained of it: for tests that take its cause away again. */
  came(): Promise<void>;
}

/** Watches everything that a test's pages complain of. A test names beforehand what it means to provoke. */
export interface Guard {
  /**
   * Expects answers with this error status from an address without its query, which Chromium reports as
   * "Failed to load resource".
   */
  allowResponse(url: string, status: number): Allowance;
  /** Expects messages with this text in the page's console. */
  allowMessage(text: string): Allowance;
  /** Every complaint that was not allowed, and every allowance that was not needed. Empty when all went as expected. */
  findings(): string[];
}

const localSchemes = new Set(['about:', 'blob:', 'data:']);

/** Begins to watch the pages of this context: their consoles, their uncaught errors, and whom they ask for anything. */
export function watch(context: BrowserContext, addresses: Addresses): Guard {
  const ours = new Set<string>(Object.values(addresses));
  const complaints: Complaint[] = [];
  const strangers: string[] = [];
  const allowances: Standing[] = [];
  const allow = (description: string, covers: Standing['covers']): Allowance => {
    allowances.push({ description, covers, used: false });
    return {
      came: () => expect.poll(() => complaints.some(covers), { message: `came: ${description}` }).toBe(true),
    };
  };

  // Violations of the content security policy are console errors, too.
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push({ text: message.text(), url: message.location().url });
  });
  context.on('weberror', (error) => {
    complaints.push({ text: `Uncaught ${String(error.error())}`, url: error.page()?.url() ?? '' });
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!localSchemes.has(protocol) && !ours.has(origin)) strangers.push(request.url());
  });

  const isAllowed = (complaint: Complaint): boolean => {
    const covering = allowances.filter(({ covers }) => covers(complaint));
    for (const allowance of covering) allowance.used = true;
    return covering.length > 0;
  };

  return {
    allowResponse(url, status) {
      return allow(
        `${status} from ${url}`,
        (complaint) =>
          complaint.url.split('?', 1)[0] === url &&
          complaint.text.startsWith('Failed to load resource:') &&
          complaint.text.includes(`status of ${status} `),
      );
    },
    allowMessage(text) {
      return allow(`"${text}" in the console`, (complaint) => complaint.text.includes(text));
    },
    findings() {
      const unexpected = complaints.filter((complaint) => !isAllowed(complaint));
      return [
        ...unexpected.map(({ text, url }) => `${text} (${url})`),
        ...strangers.map((url) => `A request to ${url}, which is none of ours`),
        ...allowances
          .filter(({ used }) => !used)
          .map(({ description }) => `Expected, and did not come: ${description}`),
      ];
    },
  };
}
