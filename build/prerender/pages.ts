export interface Page {
  readonly path: string;
  /** The file's path in the build's folder. */
  readonly file: string;
  /** Source files that the page needs in addition to the entry's, relative to the repository. */
  readonly sources: readonly string[];
  /** Source files whose styles the initial page needs, but whose scripts load later. */
  readonly styledBy?: readonly string[];
  /** Paths of inline scripts in the repository. They run before the first paint, and after the painted content. */
  readonly scripts: {
    readonly head: string;
    readonly body?: string;
    readonly asksForConfig?: boolean;
  };
  /** The view to prerender: a guest's, or a customer's before any data has loaded. Null for no view. */
  readonly visitor: 'guest' | 'customer' | null;
}

const root = 'src/routes/__root.tsx';
const routes = 'src/routes';
const signedIn = `${routes}/_signed-in`;

const guestPage = (path: string, ...sources: string[]): Page => ({
  path,
  file: `${path.slice(1)}.html`,
  sources: [root, ...sources],
  scripts: { head: 'src/inline/head.ts', body: 'src/inline/body.ts' },
  visitor: 'guest',
});

/** Returns a page that also has the styles of the customers' header. */
const documentPage = (path: string): Page => ({
  ...guestPage(path, `${routes}${path}.tsx`),
  styledBy: ['src/features/shell/account-header.tsx'],
});

/** Returns a page without prerendered content. */
const shellPage = (path: string, file = `${path.slice(1)}.html`): Page => ({
  path,
  file,
  sources: [],
  scripts: { head: 'src/inline/theme.ts' },
  visitor: null,
});

export const notFoundPage: Page = { ...guestPage('/404', root), file: '404.html' };

/** All pages of the site. Servers send these files and don't need to know the routes. */
export const pages: readonly Page[] = [
  guestPage('/login', `${routes}/_guest.tsx`, `${routes}/_guest/login.tsx`),
  guestPage('/signup', `${routes}/_guest.tsx`, `${routes}/_guest/signup.tsx`),
  guestPage('/forgot-password', `${routes}/_guest.tsx`, `${routes}/_guest/forgot-password.tsx`),
  guestPage('/reset-password', `${routes}/_guest.tsx`, `${routes}/_guest/reset-password.tsx`),
  guestPage('/verify-email', `${routes}/verify-email.tsx`),
  documentPage('/terms'),
  documentPage('/privacy'),
  notFoundPage,
  shellPage('/', 'index.html'),
  {
    path: '/dashboard',
    file: 'dashboard.html',
    sources: [root, `${signedIn}.tsx`, `${signedIn}/dashboard.tsx`, 'src/app/customer/customer.ts'],
    scripts: { head: 'src/inline/dashboard.ts', body: 'src/inline/body.ts', asksForConfig: true },
    visitor: 'customer',
  },
  shellPage('/activity'),
  shellPage('/billing'),
  shellPage('/security'),
  shellPage('/profile'),
  shellPage('/login/challenge'),
  shellPage('/machines'),
];
