import type { BrowserContext, Page } from '@playwright/test';
import type { Figure } from '../measure.ts';
import { readNotes } from './notes.ts';

export interface Complaints {
  watch(context: BrowserContext): void;
  /** Reads CSP violations. Call it before the page closes. */
  readViolations(page: Page): Promise<void>;
  figure(): Figure;
}

export const createComplaints = (): Complaints => {
  const found: string[] = [];
  return {
    watch(context) {
      context.on('console', (message) => {
        // Our 404 page itself has status 404, which the console reports.
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
