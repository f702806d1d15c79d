import { test as base } from '#tests/browser/fixtures.ts';
import { watchTraffic } from '#tests/faults/traffic.ts';
import { createDriver, type Driver } from './driver.ts';
import { holdToasts } from './held-toasts.ts';
import { interceptorRules } from './interceptor-rules.ts';
import { otherTabOf } from './other-tab.ts';
import { stretchTimers } from './page-timers.ts';

export const test = base.extend<{ readonly driver: Driver }>({
  pageClock: true,
  driver: async ({ page, context, screens, console, pool, payments, pageErrors, addresses, local }, use) => {
    await holdToasts(page);
    await stretchTimers(page);
    const otherTab = otherTabOf(context);
    const traffic = watchTraffic(context, addresses.store);
    const services = { console, pool, payments, addresses, local };
    const parts = { page, context, screens, pageErrors, otherTab, traffic, ...services };
    await use(createDriver(parts, interceptorRules));
  },
});
