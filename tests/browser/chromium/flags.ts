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
  // What is not on this machine has no address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];
