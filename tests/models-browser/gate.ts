import type { Page, Request, Route } from '@playwright/test';

/** Says which of the requests at a gate is meant, by its address. */
type Which = (url: URL) => boolean;

/** Holds requests of a page back, so that what waits for them can be looked at before it goes on. */
export interface Gate {
  /** Lets the newest request that is held pass, or the next to come. */
  pass(which?: Which): Promise<void>;
  /** Breaks the connection of the newest request that is held, or of the next to come. */
  cut(which?: Which): Promise<void>;
  /** Lets everything pass from now on. */
  open(): Promise<void>;
  /** Holds again what comes. */
  close(): void;
}

interface Decision {
  readonly which: Which;
  readonly carryOut: (route: Route) => Promise<void>;
}

const any: Which = () => true;

/** Begins to hold the requests that match. */
export async function holdRequests(page: Page, matches: (request: Request) => boolean): Promise<Gate> {
  let held: readonly Route[] = [];
  let decisions: readonly Decision[] = [];
  let isOpen = false;
  const urlOf = (route: Route) => new URL(route.request().url());

  await page.route(
    (url) => url.protocol.startsWith('http'),
    async (route) => {
      if (isOpen || !matches(route.request())) return route.fallback();
      const decision = decisions.find(({ which }) => which(urlOf(route)));
      if (decision === undefined) {
        held = [...held, route];
        return;
      }
      decisions = decisions.filter((other) => other !== decision);
      await decision.carryOut(route);
    },
  );

  const decide = async (which: Which, carryOut: Decision['carryOut']): Promise<void> => {
    const newest = held.findLast((route) => which(urlOf(route)));
    if (newest === undefined) {
      decisions = [...decisions, { which, carryOut }];
      return;
    }
    held = held.filter((route) => route !== newest);
    await carryOut(newest);
  };
  return {
    pass: (which = any) => decide(which, (route) => route.fallback()),
    cut: (which = any) => decide(which, (route) => route.abort('connectionreset')),
    async open() {
      isOpen = true;
      const waiting = held;
      held = [];
      for (const route of waiting) await route.fallback();
    },
    close() {
      isOpen = false;
    },
  };
}
