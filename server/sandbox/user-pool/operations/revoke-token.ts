import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { clientId, token } from '../constraints.ts';
import { revokeRefreshToken } from '../session-tokens.ts';
import { operation } from './operation.ts';

/** RevokeToken: ends the session of a refresh token, and with it every token made from that. */
export const revokeToken = operation(
  v.object({ ClientId: clientId, Token: token }),
  ({ ClientId, Token }, pool) => {
    assertClient(pool, ClientId);
    revokeRefreshToken(pool, Token);
    return {};
  },
);
