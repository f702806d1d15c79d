import type { Database, Queryable } from '../database/database.ts';
import type { Tracing } from './tracing.ts';

/**
 * A database whose statements are spans by what they do, without their values, and with the wait for a connection. Only
 * within other spans: a look that finds nothing to do is no trace.
 */
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

/** Of texts that are constants of this program, so that they are few. */
const summaryOf = (sql: string): string => {
  const known = summaries.get(sql);
  if (known !== undefined) return known;
  const summary = summarise(sql);
  summaries.set(sql, summary);
  return summary;
};

/** An operation and the table or function that comes first, such as `UPDATE purchase_attempts`. */
export const summarise = (sql: string): string => {
  const [operation = ''] = /[a-z]+/i.exec(sql) ?? [];
  const [, target] =
    /\b(?:from|into|update|join)\s+(?!only\b|lateral\b|set\b|unnest\b)([a-z_]\w*)/i.exec(sql) ??
    /^\s*select\s+([a-z_]\w*)\(/i.exec(sql) ??
    [];
  return [operation.toUpperCase(), target].filter(Boolean).join(' ');
};
