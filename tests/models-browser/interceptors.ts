import type { Page, Request, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import { slowdown } from '#tests/browser/cpu.ts';

/** Says which of the requests at an interceptor is meant, by its address. */
type Which = (url: URL) => boolean;

/** Holds requests of a page back, so that the state that waits for them can be asserted before it goes on. */
export interface Interceptor {
  /** Waits until a request is held. */
  waitForRequest(): Promise<void>;
  hasRequest(): boolean;
  /** Continues the newest request that is held, or the next to come, and waits until it is answered or lost. */
  continue(which?: Which): Promise<void>;
  /** Breaks the connection of the newest request that is held, or of the next to come. */
  abort(which?: Which): Promise<void>;
  /** Continues every request from now on. */
  disable(): Promise<void>;
  /** Holds requests again. */
  enable(): void;
}

/** What an interceptor holds. */
type InterceptorRule = (url: URL, request: Request) => boolean;

/** What each interceptor holds, by the name that the executors call it by. */
export type InterceptorRules = Readonly<Record<string, InterceptorRule>>;

interface InterceptorState {
  readonly rule: InterceptorRule;
  readonly interceptor: Interceptor;
  take(route: Route): boolean;
}

const any: Which = () => true;

/** How long a request that is meant may take to come, in milliseconds. */
const requestTimeout = 15_000 * slowdown();

/**
 * Prepares interceptors of the requests of a page that are no files of the app.
 *
 * @returns the interceptor of a name; the first call enables it
 */
export const createInterceptors = (
  page: Page,
  app: string,
  rules: InterceptorRules,
): ((name: string) => Promise<Interceptor>) => {
  const states = new Map<string, InterceptorState>();
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
    if (rule === undefined) throw new Error(`There is no rule for the interceptor ${name}`);
    watching ??= watch();
    await watching;
    const state = states.get(name) ?? createInterceptor(page, name, rule);
    states.set(name, state);
    return state.interceptor;
  };
};

const createInterceptor = (page: Page, name: string, rule: InterceptorRule): InterceptorState => {
  let held: readonly Route[] = [];
  let isDisabled = false;
  // What the page itself has given up can't be continued any more.
  page.on('requestfailed', (request) => {
    held = held.filter((route) => route.request() !== request);
  });

  const newest = (which: Which) => held.findLast((route) => which(new URL(route.request().url())));
  const untilHeld = (which: Which): Promise<void> =>
    expect
      .poll(() => newest(which) !== undefined, {
        message: `a request at the interceptor "${name}"`,
        intervals: [20, 50, 100],
        timeout: requestTimeout,
      })
      .toBe(true);

  const takeHeld = async (which: Which): Promise<Route> => {
    await untilHeld(which);
    const route = newest(which);
    if (route === undefined) throw new Error(`The request at the interceptor ${name} is gone`);
    held = held.filter((other) => other !== route);
    return route;
  };

  return {
    rule,
    take(route) {
      if (isDisabled) return false;
      held = [...held, route];
      return true;
    },
    interceptor: {
      waitForRequest: () => untilHeld(any),
      hasRequest: () => held.length > 0,
      async continue(which = any) {
        const route = await takeHeld(which);
        const request = route.request();
        await route.fallback();
        await request.response().catch(() => null);
      },
      async abort(which = any) {
        const route = await takeHeld(which);
        await route.abort('connectionreset');
      },
      async disable() {
        isDisabled = true;
        const waiting = held;
        held = [];
        // The page may give one of them up meanwhile.
        for (const route of waiting) await route.fallback().catch(() => undefined);
      },
      enable() {
        isDisabled = false;
      },
    },
  };
};
