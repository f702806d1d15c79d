/** `product` is the display name of the credits. */
export const appTexts = {
  loadingProduct: (product: string) => `Loading ${product}...`,
  verifyingAuthentication: 'Verifying authentication...',
  loading: 'Loading...',
  pageNotFound: 'Page not found',
  pageNotFoundHint: 'Nothing exists at this address.',
  toDashboard: 'Dashboard',
  toLogin: 'Login',
  crashed: 'Unexpected Application Error!',
  crashedHint: 'Something went wrong on this page. Your purchases are safe.',
  offlineHint: "You're offline. This page opens once you're back online. Your purchases are safe.",
  back: 'Go back',
  reload: 'Reload the page',
  misconfigured: 'This store is not configured correctly',
  titles: {
    signIn: 'Sign in',
    challenge: 'Confirm your sign-in',
    signUp: 'Create your account',
    verifyEmail: 'Verify your email',
    forgotPassword: 'Forgot your password?',
    resetPassword: 'Reset your password',
    dashboard: 'Dashboard',
    activity: 'Credit activity',
    billing: 'Billing',
    security: 'Security',
    profile: 'Profile',
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    machines: 'Machines',
    notFound: 'Page not found',
  },
  documentTitle: (page: string) => `${page} · Coffer`,
} as const;

/** Returns the text to show while the page at a path opens, as defined in the spec. */
export const pendingText = (page: string, product: string): string => {
  if (/dashboard|activity|billing|security|profile/.test(page)) return appTexts.verifyingAuthentication;
  return /login|signup|password/.test(page) ? appTexts.loading : appTexts.loadingProduct(product);
};
