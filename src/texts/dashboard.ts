export const dashboardTexts = {
  welcome: (name: string) => `Welcome, ${name}`,
  signOut: 'Sign Out',
} as const;
