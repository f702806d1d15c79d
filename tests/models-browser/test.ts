import { test as base } from '#tests/browser/fixtures.ts';
import { type Hands, handsFor } from './hands.ts';
import { gateRules } from './manuals.ts';
import { otherTabOf } from './other-tab.ts';

/** A browser test in which one walks with hands. */
export const test = base.extend<{ readonly hands: Hands }>({
  hands: async ({ page, context, screens, console, pool, payments, guard, addresses }, use) => {
    const otherTab = otherTabOf(context);
    const parts = { page, context, screens, console, pool, payments, guard, addresses, otherTab };
    await use(handsFor(parts, gateRules));
  },
});
