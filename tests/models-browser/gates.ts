import type { Page, Request, Route } from '@playwright/test';
import { expect } from '@playwright/test';

/** Says which of the requests at a gate is meant, by its address. */
type Which = (url: URL) => boolean;

/** Holds requests of a page back, so that what waits for them can be looked at before it goes on. */
export interface Gate {
  /** Waits until a request is held. */
  arrived(): Promise<void>;
  isHolding(): boolean;
  /** Lets the newest request that is held pass, or the next to come, and waits until it is answered or lost. */
  pass(which?: Which): Promise<void>;
  /** Breaks the connection of the newest request that is held, or of the next to come. */
  cut(which?: Which): Promise<void>;
  /** Lets everything pass from now on. */
  open(): Promise<void>;
  /** Holds again what comes. */
  close(): void;
}

/** What a gate holds. */
export type GateRule = (url: URL, request: Request) => boolean;

interface GateState {
  readonly rule: GateRule;
  readonly gate: Gate;
  take(route: Route): boolean;
}

const any: Which = () => true;

/** How long a request that is meant may take to come, in milliseconds. */
const patience = 15_000;

/**
 * Prepares gates over the requests of a page that are no files of the app.
 *
 * @returns the gate of a name; the first call closes it
 */
export function keepGates(
  page: Page,
  app: string,
  rules: Readonly<Record<string, GateRule>>,
): (name: string) => Promise<Gate> {
  const states = new Map<string, GateState>();
  let watching: Promise<void> | null = null;

  const watch = async (): Promise<void> => {
    await page.route(
      ({ origin, pathname, protocol }) =>
        protocol.startsWith('http') && (origin !== app || pathname === '/config.json'),
      async (route) => {
        const request = route.request();
        const url = new URL(request.url());
        const isHeld =
          request.method() !== 'OPTIONS' &&
          [...states.values()].some(({ rule, take }) => rule(url, request) && take(route));
        if (!isHeld) await route.fallback();
      },
    );
  };

  return async (name) => {
    const rule = rules[name];
    if (rule === undefined) throw new Error(`There is no rule for the gate ${name}`);
    watching ??= watch();
    await watching;
    const state = states.get(name) ?? createGate(page, name, rule);
    states.set(name, state);
    return state.gate;
  };
}

function createGate(page: Page, name: string, rule: GateRule): GateState {
  let held: readonly Route[] = [];
  let isOpen = false;
  // What the page itself has given up can't be let pass any more.
  page.on('requestfailed', (request) => {
    held = held.filter((route) => route.request() !== request);
  });

  const newest = (which: Which) => held.findLast((route) => which(new URL(route.request().url())));
  const untilHeld = (which: Which): Promise<void> =>
    expect
      .poll(() => newest(which) !== undefined, {
        message: `a request at the gate "${name}"`,
        intervals: [20, 50, 100],
        timeout: patience,
      })
      .toBe(true);

  const takeHeld = async (which: Which): Promise<Route> => {
    await untilHeld(which);
    const route = newest(which);
    if (route === undefined) throw new Error(`The request at the gate ${name} is gone`);
    held = held.filter((other) => other !== route);
    return route;
  };

  return {
    rule,
    take(route) {
      if (isOpen) return false;
      held = [...held, route];
      return true;
    },
    gate: {
      arrived: () => untilHeld(any),
      isHolding: () => held.length > 0,
      async pass(which = any) {
        const route = await takeHeld(which);
        const request = route.request();
        await route.fallback();
        await request.response().catch(() => null);
      },
      async cut(which = any) {
        const route = await takeHeld(which);
        await route.abort('connectionreset');
      },
      async open() {
        isOpen = true;
        const waiting = held;
        held = [];
        // The page may give one of them up meanwhile.
        for (const route of waiting) await route.fallback().catch(() => undefined);
      },
      close() {
        isOpen = false;
      },
    },
  };
}
