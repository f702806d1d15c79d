/**
 * The features that Playwright turns off (`disabledFeatures` in its source, 1.65). Chromium only obeys the last
 * `--disable-features`, so ours repeats them.
 */
const turnedOffByPlaywright: readonly string[] = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * The full browser keeps the popup of its address bar ready in each window, as a page in a process of its own, although
 * nobody sees it: two thirds of the work of opening a window. The headless shell has no address bar.
 */
const addressBarPopup: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** How every Chromium of the tests is started, the one that is only tried too. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  // Debian's Chromium asks for it, and without a GPU it is the slower way to draw.
  '--disable-gpu-rasterization',
  // The headless shell would fit letters to whole pixels, and break some lines elsewhere than the full browser.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...turnedOffByPlaywright, ...addressBarPopup].join(',')}`,
  // What is not on this machine has no address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];
