/** A built script or style sheet, by its name without the hash, and its maximum size. */
export interface ChunkBudget {
  readonly name: string;
  /** Its content, and when it loads. */
  readonly holds: string;
  /** In bytes as sent, with brotli unless the file is too small for it. */
  readonly limit: number;
}

export const chunkBudgets: readonly ChunkBudget[] = [
  { name: 'first.js', holds: 'React, the router, the account machine, the sign-in page', limit: 105_300 },
  { name: 'first.css', holds: 'styles for every page, plus the sign-in page’s', limit: 5_400 },
  { name: 'rolldown-runtime.js', holds: 'what bundled CommonJS modules need', limit: 700 },
  {
    name: 'shared.js',
    holds: 'schemas, time limits and trusted scripts, for customers and the account’s operations',
    limit: 3_800,
  },
  { name: 'dashboard.js', holds: 'a customer’s session, and the dashboard’s first rows', limit: 33_500 },
  { name: 'dashboard.css', holds: 'styles of the dashboard’s first rows', limit: 4_300 },
  {
    name: 'dashboard-later.js',
    holds: 'checkout, card fields, details, security, news of top-ups: after the first rows',
    limit: 24_000,
  },
  { name: 'dashboard-later.css', holds: 'their styles', limit: 2_600 },
  { name: 'activity.js', holds: 'the credit activity', limit: 4_800 },
  { name: 'activity.css', holds: 'its styles', limit: 700 },
  { name: 'billing.js', holds: 'saved cards and automatic top-up', limit: 8_300 },
  { name: 'billing.css', holds: 'its styles', limit: 1_200 },
  { name: 'download.js', holds: 'CSV files and luxon: when it is about to be asked for', limit: 21_500 },
  { name: 'identity.js', holds: 'the account’s operations: with the first one', limit: 6_900 },
  { name: 'power-worker.js', holds: 'powers of big integers, in a worker', limit: 900 },
  { name: 'library.js', holds: 'the identity library: with the first sign-in', limit: 24_500 },
  {
    name: 'fields.js',
    holds: 'fields for phones and passwords, and texts of an account’s pages',
    limit: 3_300,
  },
  { name: 'fields.css', holds: 'their styles', limit: 500 },
  { name: 'code-field.js', holds: 'the field for codes', limit: 900 },
  { name: 'code-field.css', holds: 'its styles', limit: 200 },
  { name: 'authenticator.js', holds: 'what sets an authenticator app up', limit: 1_300 },
  { name: 'authenticator.css', holds: 'its styles', limit: 600 },
  { name: 'passkeys.js', holds: 'passkeys: with the first press for one, or with their list', limit: 3_000 },
  { name: 'sign-up.js', holds: 'the sign-up page', limit: 1_600 },
  { name: 'account.js', holds: 'the pages that verify an email and reset a password', limit: 2_000 },
  { name: 'challenge.js', holds: 'a sign-in with more than a password', limit: 2_800 },
  { name: 'documents.js', holds: 'the terms and the privacy policy', limit: 2_050 },
  { name: 'documents.css', holds: 'their styles', limit: 600 },
  {
    name: 'clear-place.js',
    holds: 'where toasts and banners cover nothing: once a form is used',
    limit: 1_000,
  },
  { name: 'toast-board.js', holds: 'toasts and their place, with the first one', limit: 7_600 },
  { name: 'toast-board.css', holds: 'their styles', limit: 1_000 },
  { name: 'qr-drawing.js', holds: 'the encoder of QR codes, with the first one', limit: 5_800 },
  { name: 'device-name.js', holds: 'what a browser is called, in the list of devices', limit: 7_200 },
  { name: 'reports.js', holds: 'reports to the operator, if enabled', limit: 4_000 },
  { name: 'machines.js', holds: 'the machines panel, for developers', limit: 5_100 },
  { name: 'machines.css', holds: 'its styles', limit: 800 },
  { name: 'recorder.js', holds: 'what the machines panel records', limit: 1_600 },
  { name: 'redaction.js', holds: 'hides personal data from developer tools', limit: 1_000 },
  { name: 'stately-inspector.js', holds: 'the link to the Stately inspector, for developers', limit: 9_000 },
  { name: 'drawings.gen.js', holds: 'the drawings of the machines’ charts, for developers', limit: 13_500 },
];

/** The maximum bytes of scripts and styles that a page loads before its first use. */
export interface PageBudget {
  readonly page: string;
  /** The page's own source files: its routes and the modules that they load at once. */
  readonly sources: readonly string[];
  readonly scripts: number;
  readonly styles: number;
}

const guest = ['src/routes/__root.tsx', 'src/routes/_guest.tsx'];

export const loginBudget: PageBudget = {
  page: '/login',
  sources: [...guest, 'src/routes/_guest/login.tsx'],
  scripts: 105_920,
  styles: 5_400,
};

export const pageBudgets: readonly PageBudget[] = [
  loginBudget,
  { page: '/signup', sources: [...guest, 'src/routes/_guest/signup.tsx'], scripts: 110_550, styles: 6_500 },
  {
    page: '/dashboard',
    sources: [
      'src/routes/__root.tsx',
      'src/routes/_signed-in.tsx',
      'src/routes/_signed-in/dashboard.tsx',
      'src/app/customer/customer.ts',
    ],
    scripts: 143_000,
    styles: 9_700,
  },
];

const inBytes = new Intl.NumberFormat('en-US');

/** The budget tables in docs/performance.md. */
export const budgetTables = (): string =>
  [
    '| File | What it holds | Budget |',
    '|---|---|---:|',
    ...chunkBudgets.map(({ name, holds, limit }) => `| \`${name}\` | ${holds} | ${inBytes.format(limit)} |`),
    '',
    '| Page | Scripts at first | Styles at first |',
    '|---|---:|---:|',
    ...pageBudgets.map(
      ({ page, scripts, styles }) => `| ${page} | ${inBytes.format(scripts)} | ${inBytes.format(styles)} |`,
    ),
  ].join('\n');
