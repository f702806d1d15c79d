import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { clientId, token } from '../constraints.ts';
import { CognitoError } from '../errors.ts';
import { operation } from './operation.ts';

/** A signed token has three parts; a refresh token of this pool has two. */
const jsonWebToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** RevokeToken: ends the session of a refresh token, and with it every token made from that. */
export const revokeToken = operation(
  v.object({ ClientId: clientId, Token: token }),
  ({ ClientId, Token }, pool) => {
    assertClient(pool, ClientId);
    if (jsonWebToken.test(Token)) {
      throw new CognitoError('UnsupportedTokenTypeException', 'Token type is not supported for revocation.');
    }
    pool.sessions.revoke(Token);
    return {};
  },
);
