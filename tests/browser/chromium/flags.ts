/** Playwright 1.65's `disabledFeatures`, because Chromium obeys only the last `--disable-features`. */
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

/** The full browser preloads this popup in its own process, two thirds of the work of opening a window. */
const addressBarPopup: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  // Debian's Chromium turns it on, and without a GPU it draws more slowly.
  '--disable-gpu-rasterization',
  // Otherwise the headless shell rounds letter widths, and breaks some lines in different places than the
  // full browser.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...turnedOffByPlaywright, ...addressBarPopup].join(',')}`,
  // Only local addresses resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];
