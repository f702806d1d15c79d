/** The header of signed-in pages. */
export const navigationTexts = {
  account: 'Account',
  pages: {
    '/dashboard': 'Dashboard',
    '/activity': 'Activity',
    '/billing': 'Billing',
    '/security': 'Security',
  },
  signOut: 'Sign Out',
} as const;
