export interface Picture {
  readonly id: string;
  readonly heights: { readonly 1280: number; readonly 375: number };
}

const low = { 1280: 680, 375: 812 } as const;
const high = { 1280: 1_100, 375: 1_600 } as const;

export const pictures: Readonly<Record<string, Picture>> = {
  login: { id: 'auth.guest.signed-out', heights: low },
  signup: { id: 'auth.guest.signed-out:sign-up', heights: { ...low, 375: 1_000 } },
  'verify-email': { id: 'verification.by-code.waiting', heights: low },
  'forgot-password': { id: 'auth.guest.signed-out:forgot-password', heights: low },
  'reset-password': { id: 'reset.waiting', heights: low },
  dashboard: { id: 'ledger.list.shown', heights: high },
  'dashboard-new': { id: 'ledger.list.welcoming', heights: high },
  checkout: { id: 'checkout.ready:card-valid', heights: high },
  'checkout-declined': { id: 'checkout.error.correctable', heights: high },
  'checkout-pending': { id: 'checkout.error.unresolved', heights: low },
  success: { id: 'checkout.success', heights: low },
  'transaction-details': { id: 'refund.offered', heights: { 375: 880, 1280: 800 } },
  activity: { id: 'activity.shown', heights: high },
  billing: { id: 'top-up.on', heights: high },
  'checkout-saved-cards': { id: 'checkout.ready:repeat', heights: { ...high, 375: 812 } },
  devices: { id: 'auth.signed-in.active.idle:devices', heights: low },
  loading: { id: 'auth.loading.restoring', heights: low },
  terms: { id: 'page.terms', heights: low },
  'not-found': { id: 'page.not-found', heights: low },
  crash: { id: 'page.crash', heights: low },
};
