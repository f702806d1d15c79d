export const dashboardTexts = {
  welcome: (name: string) => `Welcome, ${name}`,
  security: 'Security',
  signOut: 'Sign Out',
  partMissing: 'This part of the page could not be loaded.',
} as const;
