import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/browser/chromium.ts';
import { watchNetwork } from '#tests/browser/network-quiet.ts';
import type { StorageEntries } from '#tests/browser/stored-session.ts';
import { type Certificate, trustFlagOf } from '../../shared/certificate.ts';

export const slowdown = 4;

/** The preset "Slow 4G" of Chromium's DevTools: a round trip of 562.5 ms, 1.44 Mbit/s down and 0.675 up. */
export const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};

/** Trusts the certificate as a real one, because Chromium doesn't cache responses with certificate errors. */
export const launchBrowser = async (certificate?: Certificate): Promise<Browser> => {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...(certificate ? [trustFlagOf(certificate.cert)] : [])],
  });
};

export const newVisitor = (
  browser: Browser,
  session?: { readonly origin: string; readonly entries: StorageEntries },
): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1280, height: 900 },
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

/** A page with a slow CPU and network. */
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
