import type { BrowserContext } from '@playwright/test';

/** Holds back what is asked of this address until it is let go. */
export async function hold(context: BrowserContext, address: string | RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route(address, async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}
