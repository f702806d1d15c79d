import { test as base } from '#tests/browser/fixtures.ts';
import { createDriver, type Driver } from './driver.ts';
import { holdToasts } from './held-toasts.ts';
import { interceptorRules } from './interceptor-rules.ts';
import { otherTabOf } from './other-tab.ts';
import { stretchTimers } from './page-timers.ts';

/** A browser test with what executes a path. */
export const test = base.extend<{ readonly driver: Driver }>({
  pageClock: true,
  driver: async ({ page, context, screens, console, pool, payments, pageErrors, addresses }, use) => {
    await holdToasts(page);
    await stretchTimers(page);
    const otherTab = otherTabOf(context);
    const parts = { page, context, screens, console, pool, payments, pageErrors, addresses, otherTab };
    await use(createDriver(parts, interceptorRules));
  },
});
