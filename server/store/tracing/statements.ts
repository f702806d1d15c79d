import type { Database, Queryable } from '../database/database.ts';
import type { Tracing } from './tracing.ts';

/** Creates spans for statements, without values. Skips statements outside spans, so that idle jobs create none. */
export const withStatementsTraced = <Traced extends Database>(
  database: Traced,
  tracing: Tracing,
): Traced => ({
  ...database,
  ...tracedQueries(database, tracing),
  transaction: (work) => {
    if (!tracing.isWithinSpan()) return database.transaction(work);
    return tracing.span(spanOf('TRANSACTION'), () =>
      database.transaction((transaction) => work(tracedQueries(transaction, tracing))),
    );
  },
});

const tracedQueries = (queryable: Queryable, tracing: Tracing): Queryable => ({
  query: (sql, values) =>
    tracing.isWithinSpan()
      ? tracing.span(spanOf(summaryOf(sql)), () => queryable.query(sql, values))
      : queryable.query(sql, values),
});

const spanOf = (summary: string) =>
  ({
    name: summary,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
  }) as const;

const summaries = new Map<string, string>();

/** Caches summaries. There are few, because statement texts are constants. */
const summaryOf = (sql: string): string => {
  const known = summaries.get(sql);
  if (known !== undefined) return known;
  const summary = summarize(sql);
  summaries.set(sql, summary);
  return summary;
};

/** Returns the operation and its first table or function, such as `UPDATE purchase_attempts`. */
export const summarize = (sql: string): string => {
  const [operation = ''] = /[a-z]+/i.exec(sql) ?? [];
  const [, target] =
    /\b(?:from|into|update|join)\s+(?!only\b|lateral\b|set\b|unnest\b)([a-z_]\w*)/i.exec(sql) ??
    /^\s*select\s+([a-z_]\w*)\(/i.exec(sql) ??
    [];
  return [operation.toUpperCase(), target].filter(Boolean).join(' ');
};
