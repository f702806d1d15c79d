import type { Plugin } from 'vite';

/** Leaves out TanStack Query's code for infinite queries, which the app doesn't use. */
export const noInfiniteQueries = (): Plugin => ({
  name: 'no-infinite-queries',
  apply: 'build',
  load: {
    filter: { id: /query-core\/build\/modern\/infiniteQueryBehavior\.js$/ },
    handler: () =>
      `const absent = () => { throw new Error('Built without infinite queries'); };
       export { absent as infiniteQueryBehavior, absent as hasNextPage, absent as hasPreviousPage };`,
  },
});
