import * as v from 'valibot';
import { authorizedUser } from '../authorization.ts';
import { token } from '../constraints.ts';
import { operation } from './operation.ts';

/** GlobalSignOut: ends every session of the user who holds an access token. */
export const globalSignOut = operation(v.object({ AccessToken: token }), async ({ AccessToken }, pool) => {
  const user = await authorizedUser(pool, AccessToken);
  pool.sessions.revokeAllOf(user.sub);
  return {};
});
