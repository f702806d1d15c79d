import * as v from 'valibot';
import { attributeList } from '../attributes.ts';
import { authorizedUser } from '../authorization.ts';
import { token } from '../constraints.ts';
import { operation } from './operation.ts';

/** GetUser: the attributes of the user who holds an access token. */
export const getUser = operation(v.object({ AccessToken: token }), async ({ AccessToken }, pool) => {
  const user = await authorizedUser(pool, AccessToken);
  return { Username: user.sub, UserAttributes: attributeList(user) };
});
