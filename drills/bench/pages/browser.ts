import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '#tests/browser/chromium.ts';
import { networkQuiet, watchNetwork } from '#tests/browser/network-quiet.ts';
import type { StorageEntries } from '#tests/browser/stored-session.ts';
import { type Certificate, trustFlagOf } from '../../shared/certificate.ts';
import { momentNoted } from './notes.ts';

export const slowdown = 4;

/** The preset "Slow 4G" of Chromium's DevTools: a round trip of 562.5 ms, 1.44 Mbit/s down and 0.675 up. */
export const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};

const viewport = { width: 1280, height: 900 };
const observers = fileURLToPath(new URL('./observers.js', import.meta.url));

/** Trusts the certificate as a real one, because Chromium doesn't cache responses with certificate errors. */
export const launchBrowser = async ({ cert }: Certificate): Promise<Browser> => {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', trustFlagOf(cert)],
  });
};

export const newVisitor = (
  browser: Browser,
  session?: { readonly origin: string; readonly entries: StorageEntries },
): Promise<BrowserContext> =>
  browser.newContext({
    viewport,
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

export interface PageOptions {
  readonly pressesToggle?: boolean;
  readonly focus?: string;
  readonly isSlowNetwork?: boolean;
}

/** A page with a slow CPU and network that records its own times (notes.ts). */
export const newSlowPage = async (
  context: BrowserContext,
  { pressesToggle = false, focus, isSlowNetwork = true }: PageOptions = {},
): Promise<{ readonly page: Page; readonly session: CDPSession }> => {
  const page = await context.newPage();
  if (pressesToggle) await page.addInitScript('window.benchPressesToggle = true');
  if (focus !== undefined) await page.addInitScript(`window.benchFocus = ${JSON.stringify(focus)}`);
  await page.addInitScript({ path: observers });
  watchNetwork(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session };
};

/** @param paint use `firstPaint` if keys are pressed: browsers then report no largest paint */
export const pageSettles = async (
  page: Page,
  paint: 'firstPaint' | 'largestPaint' = 'largestPaint',
): Promise<void> => {
  // A busy page may pause its requests before it is done.
  await momentNoted(page, paint);
  await networkQuiet(page);
  // Browsers report the last paint a moment later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
};
