import { queryOptions } from '@tanstack/react-query';
import type { Grants, Holds } from '#contract/credits.ts';
import { creditReads } from '#contract/endpoints.ts';
import type { Usage, UsageQuery } from '#contract/usage.ts';
import { fillDays, type UsedDay } from '#domain/usage.ts';

/** Reads that only this page needs. They reject on failure. */
export interface CreditReads {
  readonly holds: (signal: AbortSignal) => Promise<Holds>;
  readonly grants: (signal: AbortSignal) => Promise<Grants>;
  /** The use of the last 30 days by the store's clock. */
  readonly usage: (by: UsageQuery['by'], signal: AbortSignal) => Promise<Usage>;
}

/** The use of the last 30 days, by day and by service. */
export interface Used {
  readonly days: readonly UsedDay[];
  readonly services: Usage;
}

/** Creates the queries. Their keys start like that of the `credits` query, so whatever invalidates it also invalidates them. */
export const creditQueries = (read: CreditReads) => ({
  holds: queryOptions({
    queryKey: ['credits', 'holds'],
    queryFn: ({ signal }) => read.holds(signal),
    staleTime: creditReads.holds.staleTime,
  }),
  grants: queryOptions({
    queryKey: ['credits', 'grants'],
    queryFn: ({ signal }) => read.grants(signal),
    staleTime: creditReads.grants.staleTime,
  }),
  usage: queryOptions({
    queryKey: ['credits', 'usage'],
    async queryFn({ signal }): Promise<Used> {
      const [byDay, services] = await Promise.all([
        read.usage('day', signal),
        read.usage('reference', signal),
      ]);
      return { days: fillDays(byDay, Date.now()), services };
    },
    staleTime: creditReads.usage.staleTime,
  }),
});

export type CreditQueries = ReturnType<typeof creditQueries>;
