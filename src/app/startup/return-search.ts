import type { SearchMiddleware } from '@tanstack/react-router';

interface ReturnSearch {
  readonly redirect?: string | undefined;
}

/** Reads the redirect. Sets an invalid one to undefined; otherwise, the router would keep its value. */
const readSearch = (search: Readonly<Record<string, unknown>>): ReturnSearch => {
  if (!('redirect' in search)) return {};
  const { redirect } = search;
  return { redirect: typeof redirect === 'string' ? redirect : undefined };
};

const keepRedirect: SearchMiddleware<ReturnSearch> = ({ search, next }) => ({
  redirect: search.redirect,
  ...next(search),
});

/** Route options for `redirect`, the page to open after sign-in. Other pages on the way keep it. */
export const returnSearch = { validateSearch: readSearch, search: { middlewares: [keepRedirect] } };
