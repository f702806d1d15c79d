import type { Page, Request, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import { slowdown } from '#tests/browser/cpu.ts';

type InterceptorRule = (url: URL, request: Request) => boolean;

/** Rules by the interceptor's name. */
export type InterceptorRules = Readonly<Record<string, InterceptorRule>>;

export type Interceptor = ReturnType<typeof createInterceptor>['interceptor'];

const requestTimeout = 15_000 * slowdown();

/** Creates interceptors at their first use. They can't hold requests for the app's files. */
export const createInterceptors = (
  page: Page,
  app: string,
  rules: InterceptorRules,
): ((name: string) => Promise<Interceptor>) => {
  const states = new Map<string, ReturnType<typeof createInterceptor>>();
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

/** Creates an interceptor that holds requests, so that tests can assert the state while they are in flight. */
const createInterceptor = (page: Page, name: string, rule: InterceptorRule) => {
  let held: readonly Route[] = [];
  let isDisabled = false;
  // Forget requests that the page has aborted, because they can't be continued.
  page.on('requestfailed', (request) => {
    held = held.filter((route) => route.request() !== request);
  });

  const waitForRequest = (): Promise<void> =>
    expect
      .poll(() => held.length > 0, {
        message: `a request at the interceptor "${name}"`,
        intervals: [20, 50, 100],
        timeout: requestTimeout,
      })
      .toBe(true);

  const takeHeld = async (): Promise<Route> => {
    await waitForRequest();
    const route = held.at(-1);
    if (route === undefined) throw new Error(`The request at the interceptor ${name} is gone`);
    held = held.filter((other) => other !== route);
    return route;
  };

  return {
    rule,
    take(route: Route): boolean {
      if (isDisabled) return false;
      held = [...held, route];
      return true;
    },
    interceptor: {
      waitForRequest,
      hasRequest: (): boolean => held.length > 0,
      /** Continues the newest held request, or the next one, and waits for its response or failure. */
      async continue(): Promise<void> {
        const route = await takeHeld();
        const request = route.request();
        await route.fallback();
        await request.response().catch(() => null);
      },
      /** Resets the connection of the newest held request, or the next one. */
      async abort(): Promise<void> {
        const route = await takeHeld();
        await route.abort('connectionreset');
      },
      async disable(): Promise<void> {
        isDisabled = true;
        const waiting = held;
        held = [];
        // Ignore errors, because the page can abort a request in the meantime.
        for (const route of waiting) await route.fallback().catch(() => undefined);
      },
      enable(): void {
        isDisabled = false;
      },
    },
  };
};
