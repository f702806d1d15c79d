/** Transitions that the screens can't take in the simulated DOM, with the reason. */
export const domExemptions = {
  ledger: {
    'details.open: transaction.opened': 'The open dialog covers the rows; the machine takes it all the same.',
  },
  activity: { '(any): history.outdated': 'The purchase happens on another page.' },
  download: {},
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
