import type { SearchMiddleware } from '@tanstack/react-router';

interface ReturnSearch {
  readonly redirect?: string | undefined;
}

/** Removes an invalid value explicitly, because the router passes on parameters that no reader names. */
const readSearch = (search: Readonly<Record<string, unknown>>): ReturnSearch => {
  if (!('redirect' in search)) return {};
  const { redirect } = search;
  return { redirect: typeof redirect === 'string' ? redirect : undefined };
};

const keepRedirect: SearchMiddleware<ReturnSearch> = ({ search, next }) => ({
  redirect: search.redirect,
  ...next(search),
});

/** Where to go after sign-in. Pages on the way keep it. */
export const returnSearch = { validateSearch: readSearch, search: { middlewares: [keepRedirect] } };
