import { grantsSchema, holdsSchema } from '#contract/credits.ts';
import { creditReads as endpoints } from '#contract/endpoints.ts';
import { maxUsageRows, usageSchema } from '#contract/usage.ts';
import { listServices } from '#domain/usage.ts';
import { creditQueries, type Used } from '#features/activity/credit-queries.ts';
import { type UsageView, usageTexts } from '#texts/usage.ts';
import type { CustomerSession } from '../customer/customer-session.ts';
import type { Files } from './activity-download.ts';

/** Returns the queries of open holds, grants and usage. */
export const creditQueriesOf = ({ store: { call } }: Pick<CustomerSession, 'store'>) =>
  creditQueries({
    holds: (signal) => call({ path: endpoints.holds.path, schema: holdsSchema }, signal),
    grants: (signal) => call({ path: endpoints.grants.path, schema: grantsSchema }, signal),
    usage: (by, signal) =>
      call({ path: endpoints.usage.path, searchParams: { by }, schema: usageSchema }, signal),
  });

/** Saves the usage by day or by service as a CSV file. Lists more services than the page. */
export const downloadUsage = async (
  { byteOrderMark, chicagoDay, formatCsvRow, saveFile }: Files,
  view: UsageView,
  { days, services }: Used,
): Promise<void> => {
  const { listed, other } = listServices(services, maxUsageRows);
  const rows = {
    day: days.map(({ day, credits }) => [day, credits]),
    service: [
      ...listed.map(({ reference, credits }) => [reference ?? usageTexts.unnamed, credits]),
      ...(other === null ? [] : [[usageTexts.other, other]]),
    ],
  };
  const csv = [[usageTexts.fileColumns[view], usageTexts.columns.credits], ...rows[view]].map(formatCsvRow);
  const never = new AbortController().signal;
  await saveFile(usageTexts.fileName(view, chicagoDay(Date.now())), [byteOrderMark, ...csv], never);
};
