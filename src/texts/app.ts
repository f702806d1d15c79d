/** `product` is the name of the credits. */
export const appTexts = {
  loadingProduct: (product: string) => `Loading ${product}...`,
  verifyingAuthentication: 'Verifying authentication...',
  loading: 'Loading...',
  pageNotFound: 'Page not found',
  pageNotFoundHint: 'There is nothing at this address.',
  toDashboard: 'Dashboard',
  toLogin: 'Login',
  crashed: 'Unexpected Application Error!',
  crashedHint: 'Something went wrong on this page. Your purchases are safe.',
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
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    machines: 'Machines',
    notFound: 'Page not found',
  },
  /** The title in the browser's tab. */
  documentTitle: (page: string) => `${page} · Coffer`,
} as const;
