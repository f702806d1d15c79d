import { callFunction } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import { findCustomer } from './find-customer.ts';
import { blocks, instant, lines, table } from './report.ts';
import type { CommandWork, OperatorAction } from './tools.ts';

interface ListedAction extends Required<OperatorAction> {
  readonly at: Date;
  readonly databaseUser: string;
}

/** Adds a permanent audit entry. The database adds the time and the database role. */
export const writeDown = async (database: Queryable, action: OperatorAction): Promise<void> => {
  const { actionId = crypto.randomUUID(), customerId = null, subject = null, reason = null } = action;
  const { operator, command, details = {}, result } = action;
  const about = { action: actionId, customer: customerId, subject, reason };
  await callFunction(database, 'record_action', { operator, command, details, result, ...about });
};

const actionColumns = `action_id as "actionId", at, operator, database_user as "databaseUser", command, customer_id as "customerId", subject, reason,
  details, result`;

/** Returns the actions on a customer or subject, oldest first. */
export const actionsAbout = (
  database: Queryable,
  { customerId = null, subject = null }: { customerId?: string | null; subject?: string | null },
): Promise<ListedAction[]> =>
  database.query<ListedAction>(
    `select ${actionColumns} from operator_actions where customer_id = $1 or subject = $2 order by entry`,
    [customerId, subject],
  );

/** `coffer audit`: lists the latest actions, newest first. */
export const listActions: CommandWork<{ customer: string | undefined; limit: number }> = async (
  { database },
  { customer: given, limit },
) => {
  const customerId = given === undefined ? null : (await findCustomer(database, given)).id;
  const actions = await database.query<ListedAction>(
    `select ${actionColumns} from operator_actions where $2::text is null or customer_id = $2
     order by entry desc limit $1`,
    [limit, customerId],
  );
  return {
    json: { actions },
    text: actions.length === 0 ? 'No actions yet.' : blocks(...actions.map(describeAction)),
  };
};

export const actionTable = (actions: readonly ListedAction[]): string =>
  table(actions, {
    'When (UTC)': ({ at }) => instant(at),
    Operator: ({ operator }) => operator,
    Command: ({ command }) => command,
    Result: ({ result }) => result,
  });

const describeAction = (action: ListedAction): string => {
  const { at, operator, databaseUser, command, result, customerId, subject, reason, details } = action;
  const facts = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  return lines(
    `${instant(at)}  ${operator}  ${command}: ${result}`,
    `  database role ${databaseUser}`,
    ...(customerId === null ? [] : [`  customer ${customerId}`]),
    ...(subject === null ? [] : [`  about ${subject}`]),
    ...(facts.length === 0 ? [] : [`  ${facts.join(', ')}`]),
    ...(reason === null ? [] : [`  because ${reason}`]),
  );
};
