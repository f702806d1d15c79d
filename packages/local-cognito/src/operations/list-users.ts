import * as v from 'valibot';
import { attributeClaims } from '../attributes.ts';
import { invalidParameter, notFound } from '../errors.ts';
import { integer, readUserFilter } from '../input.ts';
import type { User } from '../users.ts';
import { operation } from './operation.ts';

const pageSize = 60;

/** Returns a user in Cognito's format. Times are in seconds since the epoch. */
const userType = (user: User, names: readonly string[] | undefined): object => ({
  Username: user.sub,
  Attributes: Object.entries(attributeClaims(user)).flatMap(([Name, value]) =>
    (names?.includes(Name) ?? true) ? [{ Name, Value: String(value) }] : [],
  ),
  UserCreateDate: user.createdAt / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});

const matcherOf = (filter: string): ((user: User) => boolean) => {
  const read = readUserFilter(filter);
  if (read === undefined) throw invalidParameter('Error while parsing filter.');
  const { name, isPrefix, value } = read;
  return (user) => {
    const own = user[name].toLowerCase();
    return isPrefix ? own.startsWith(value) : own === value;
  };
};

/** Lists users for an administrator. Doesn't check the request's signature. */
export const listUsers = operation(
  v.object({
    UserPoolId: v.string(),
    AttributesToGet: v.nullish(v.array(v.string())),
    Filter: v.nullish(v.string(), ''),
    Limit: v.nullish(integer(0, pageSize)),
    PaginationToken: v.nullish(v.string()),
  }),
  ({ UserPoolId, AttributesToGet, Filter, Limit, PaginationToken }, pool) => {
    if (UserPoolId !== pool.userPoolId) throw notFound(`User pool ${UserPoolId} does not exist.`);
    const all = pool.users.all().filter(Filter ? matcherOf(Filter) : () => true);
    const start = PaginationToken ? all.findIndex(({ sub }) => sub === PaginationToken) + 1 : 0;
    if (PaginationToken && start === 0) throw invalidParameter('Invalid pagination token.');
    const end = start + (Limit || pageSize);
    const users = all.slice(start, end);
    return {
      Users: users.map((user) => userType(user, AttributesToGet ?? undefined)),
      ...(end < all.length && { PaginationToken: users.at(-1)?.sub }),
    };
  },
);
