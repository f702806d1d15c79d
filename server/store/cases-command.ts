import { parseArgs } from 'node:util';
import * as v from 'valibot';
import type { Database } from './database/database.ts';
import { closeCase, type ListedCase, listOpenCases } from './open-cases.ts';

/** What a person wants of the open cases. */
export type CasesRequest =
  | { readonly does: 'list'; readonly asJson: boolean }
  | { readonly does: 'close'; readonly caseId: string; readonly by: string; readonly because: string };

/** What to print, and the exit code of the process. */
export interface CasesReply {
  readonly text: string;
  readonly exitCode: 0 | 1;
}

export const casesUsage = `npm run cases                                           what a person must decide
npm run cases -- --json                                 the same as JSON
npm run cases -- close ID --by NAME --because TEXT      closes one for good`;

const filled = v.pipe(v.string(), v.trim(), v.minLength(1));
const closeSchema = v.object({
  caseId: v.pipe(v.string(), v.uuid()),
  by: filled,
  because: filled,
});

/** Reads the command's arguments. @returns undefined for what it does not know */
export const readCasesRequest = (args: readonly string[]): CasesRequest | undefined => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' }, by: { type: 'string' }, because: { type: 'string' } },
    });
    const { json = false, by, because } = values;
    const [verb = 'list', caseId, ...rest] = positionals;
    if (verb === 'list' && caseId === undefined && by === undefined && because === undefined)
      return { does: 'list', asJson: json };
    if (verb !== 'close' || rest.length > 0 || json) return undefined;
    const close = v.safeParse(closeSchema, { caseId, by, because });
    return close.success ? { does: 'close', ...close.output } : undefined;
  } catch {
    return undefined;
  }
};

/** Lists the open cases, or closes one. */
export const answerCases = async (database: Database, request: CasesRequest): Promise<CasesReply> => {
  if (request.does === 'list') {
    const cases = await listOpenCases(database);
    return { text: request.asJson ? JSON.stringify(cases, null, 2) : describeCases(cases), exitCode: 0 };
  }
  const { caseId, by, because } = request;
  switch (await closeCase(database, caseId, by, because)) {
    case 'closed':
      return { text: `${caseId} is closed.`, exitCode: 0 };
    case 'closed-before':
      return { text: `${caseId} was closed before; it stays as it was.`, exitCode: 1 };
    case 'not-found':
      return { text: `There is no case ${caseId}.`, exitCode: 1 };
  }
};

const describeCases = (cases: readonly ListedCase[]): string =>
  cases.length === 0
    ? 'There is no open case.'
    : [`${cases.length} open`, ...cases.map(describeCase)].join('\n\n');

const describeCase = ({ caseId, kind, reference, openedAt, customerId, evidence }: ListedCase): string => {
  const facts = Object.entries(evidence).map(([name, value]) => `  ${name}: ${value}`);
  const customer = customerId === null ? [] : [`  customer: ${customerId}`];
  return [`${kind}  ${openedAt}  ${caseId}`, `  reference: ${reference}`, ...customer, ...facts].join('\n');
};
