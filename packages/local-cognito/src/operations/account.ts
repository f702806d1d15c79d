import * as v from 'valibot';
import { attributeList } from '../attributes.ts';
import { authorizedUser } from '../authorization.ts';
import { clientId, token } from '../constraints.ts';
import { revokeRefreshToken } from '../session-tokens.ts';
import { clientOperation, operation } from './operation.ts';

/** GetUser: the attributes and second factors of the user whose access token it is. */
export const getUser = operation(v.object({ AccessToken: token }), async ({ AccessToken }, pool) => {
  const user = await authorizedUser(pool, AccessToken);
  const { factors, preferred } = user.mfa;
  return {
    Username: user.sub,
    UserAttributes: attributeList(user),
    ...(factors.length > 0 && { UserMFASettingList: factors }),
    ...(preferred !== null && { PreferredMfaSetting: preferred }),
    ...(factors.includes('SMS_MFA') && {
      MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }],
    }),
  };
});

/** GlobalSignOut: ends every session of the user whose access token it is. */
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
