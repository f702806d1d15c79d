import type { BrowserContext, Page } from '@playwright/test';
import type { Figure } from '../measure.ts';
import { readNotes } from './notes.ts';

/** Collects what pages of our own site complain of: messages in the console, uncaught errors, refusals of the policy. */
export interface Complaints {
  watch(context: BrowserContext): void;
  /** Reads what the page's content security policy refused; before the page is closed. */
  readViolations(page: Page): Promise<void>;
  figure(): Figure;
}

export const createComplaints = (): Complaints => {
  const found: string[] = [];
  return {
    watch(context) {
      context.on('console', (message) => {
        // A page for an address that leads nowhere is itself answered with 404, and the console says so.
        if (message.location().url === message.page()?.url() && message.text().includes('404')) return;
        found.push(`${message.type()}: ${message.text()}`);
      });
      context.on('weberror', (error) => found.push(`uncaught: ${String(error.error())}`));
    },
    async readViolations(page) {
      found.push(...(await readNotes(page)).violations);
    },
    figure: () => ({
      name: 'violations of the content security policy and messages in the console',
      value: found.length,
      unit: '',
      limit: 0,
      note: [...new Set(found)].join('; '),
    }),
  };
};
