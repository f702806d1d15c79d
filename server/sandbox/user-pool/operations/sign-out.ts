import * as v from 'valibot';
import { authorizedUser } from '../authorization.ts';
import { clientId, token } from '../constraints.ts';
import { revokeRefreshToken } from '../session-tokens.ts';
import { clientOperation, operation } from './operation.ts';

/** GlobalSignOut: ends every session of the user who holds an access token. */
export const globalSignOut = operation(v.object({ AccessToken: token }), async ({ AccessToken }, pool) => {
  const user = await authorizedUser(pool, AccessToken);
  pool.sessions.revokeAllOf(user.sub);
  return {};
});

/** RevokeToken: ends the session of a refresh token, and with it every token made from that. */
export const revokeToken = clientOperation(
  v.object({ ClientId: clientId, Token: token }),
  ({ Token }, pool) => {
    revokeRefreshToken(pool, Token);
    return {};
  },
);
