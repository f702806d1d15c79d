/** Playwright 1.65's `disabledFeatures`, because Chromium uses only the last `--disable-features`. */
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

/** Preloading this popup in a separate process takes two thirds of the work of opening the full browser. */
const addressBarPopup: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  // Debian's Chromium enables GPU rasterization, which is slower without a GPU.
  '--disable-gpu-rasterization',
  // Without this flag, the headless shell rounds letter widths. Some lines would then break in different
  // places than in the full browser.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...turnedOffByPlaywright, ...addressBarPopup].join(',')}`,
  // Resolve only local addresses.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];
