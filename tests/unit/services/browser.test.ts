import { expect, it, vi } from 'vitest';
import { hasPasskeys } from '#services/browser.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';

it.each([
  ['Safari', true, `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', true, `${iPhone} CriOS/137.0.7151.107 Mobile/15E148 Safari/604.1`],
  ['an app’s page on an iPhone', false, `${iPhone} Mobile/15E148`],
  ['Chrome on Android', true, `${android}) ${chrome}`],
  ['an app’s page on Android', false, `${android}; wv) ${chrome.replace('Chrome', 'Version/4.0 Chrome')}`],
  ['Facebook', false, `${android}) ${chrome} [FBAN/EMA;FBAV/430.0.0]`],
  ['Instagram', false, `${android}) ${chrome} Instagram 380.0.0`],
])('hasPasskeys in %s returns %s', (_, has, userAgent) => {
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('window', { PublicKeyCredential: class {} });
  expect(hasPasskeys()).toBe(has);
  vi.stubGlobal('window', {});
  expect(hasPasskeys(), 'without the interface').toBe(false);
});
