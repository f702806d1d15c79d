import * as v from 'valibot';
import { attributeClaims } from '../attributes.ts';
import { invalidParameter } from '../errors.ts';
import { integer, readUserFilter, type UserFilter } from '../input.ts';
import type { User } from '../users.ts';
import { operation } from './operation.ts';
import { listDescription } from './user-descriptions.ts';

const pageSize = 60;

const filteredValue = (user: User, name: UserFilter['name']): string => {
  if (name === 'username') return user.sub;
  if (name === 'status') return user.enabled ? 'Enabled' : 'Disabled';
  if (name === 'cognito:user_status') return user.status;
  return String(attributeClaims(user)[name] ?? '');
};

const matcherOf = (filter: string): ((user: User) => boolean) => {
  const read = readUserFilter(filter);
  if (read === undefined) throw invalidParameter('Error while parsing filter.');
  const { name, isPrefix, value } = read;
  const isCaseSensitive = name === 'username' || name === 'status';
  const fold = (text: string) => (isCaseSensitive ? text : text.toLowerCase());
  const wanted = fold(value);
  return (user) => {
    const own = fold(filteredValue(user, name));
    return isPrefix ? own.startsWith(wanted) : own === wanted;
  };
};

/** Lists users, oldest first. A page's token is the id of the next user, so that a caller can delete each page. */
export const listUsers = operation(
  v.object({
    UserPoolId: v.string(),
    AttributesToGet: v.nullish(v.array(v.string())),
    Filter: v.nullish(v.string(), ''),
    Limit: v.nullish(integer(0, pageSize)),
    PaginationToken: v.nullish(v.string()),
  }),
  ({ AttributesToGet, Filter, Limit, PaginationToken }, pool) => {
    const all = pool.users.all().filter(Filter ? matcherOf(Filter) : () => true);
    const start = PaginationToken ? all.findIndex(({ sub }) => sub === PaginationToken) : 0;
    if (start === -1) throw invalidParameter('Invalid pagination token.');
    const end = start + (Limit || pageSize);
    const next = all[end]?.sub;
    return {
      Users: all.slice(start, end).map((user) => listDescription(user, AttributesToGet)),
      ...(next !== undefined && { PaginationToken: next }),
    };
  },
);
