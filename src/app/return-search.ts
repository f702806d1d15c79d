import type { SearchMiddleware } from '@tanstack/react-router';

interface ReturnSearch {
  readonly redirect?: string | undefined;
}

/** A parameter that is no good is taken out by name: the router passes on what no reader names. */
const readSearch = (search: Readonly<Record<string, unknown>>): ReturnSearch => {
  if (!('redirect' in search)) return {};
  const { redirect } = search;
  return { redirect: typeof redirect === 'string' ? redirect : undefined };
};

const keepRedirect: SearchMiddleware<ReturnSearch> = ({ search, next }) => ({
  redirect: search.redirect,
  ...next(search),
});

/** The search parameters of the pages that lead to a session: where to go then, kept on the way from one to the next. */
export const returnSearch = { validateSearch: readSearch, search: { middlewares: [keepRedirect] } };
