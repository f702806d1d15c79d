/** Texts of the ledger's CSV file, with names for the columns that the page doesn't show. */
export const ledgerFileTexts = {
  changing: 'Your ledger kept changing while we read it. Please try again.',
  utcDate: 'Date (UTC)',
  chicagoDate: 'Date (CT)',
  inDollars: (column: string) => `${column} (USD)`,
  inCredits: (column: string) => `${column} (credits)`,
  automatic: 'Automatic',
  yes: 'Yes',
  name: (filter: string, day: string) => `transactions-${filter}-${day}.csv`,
} as const;
