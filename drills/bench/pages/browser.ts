import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/browser/chromium.ts';
import { watchNetwork } from '#tests/browser/network-quiet.ts';
import type { StorageEntries } from '#tests/browser/stored-session.ts';
import { type Certificate, trustFlagOf } from '../../shared/certificate.ts';

export const slowdown = 4;

/** The "Slow 4G" preset of Chromium's DevTools: 562.5 ms per round trip, 1.44 Mbit/s down, 0.675 Mbit/s up. */
export const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};

/** Launches Chromium. It trusts the certificate, because it wouldn't cache responses with certificate errors. */
export const launchBrowser = async (certificate?: Certificate): Promise<Browser> => {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...(certificate ? [trustFlagOf(certificate.cert)] : [])],
  });
};

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };

export const newVisitor = (
  browser: Browser,
  session?: { readonly origin: string; readonly entries: StorageEntries },
  isOnPhone = false,
): Promise<BrowserContext> =>
  browser.newContext({
    ...(isOnPhone ? phone : desktop),
    ...(session && {
      storageState: {
        cookies: [],
        origins: [
          {
            origin: session.origin,
            localStorage: session.entries.map(([name, value]) => ({ name, value })),
          },
        ],
      },
    }),
  });

/** Opens a page with a slow CPU and, by default, a slow network. */
export const newSlowPage = async (
  context: BrowserContext,
  { isSlowNetwork = true } = {},
): Promise<{ readonly page: Page; readonly session: CDPSession }> => {
  const page = await context.newPage();
  watchNetwork(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session };
};
