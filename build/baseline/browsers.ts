/** The oldest browsers that the product works in, as the bundler and docs/hosting.md name them. */
export const oldestBrowsers = ['chrome109', 'firefox115', 'safari16.0'];
