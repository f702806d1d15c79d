import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const kid = 'of-the-tests';

export const createAccessTokens = async (issuer: string, clientId: string) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return {
    keys: JSON.stringify({ keys: [jwk] }),
    accessTokenOf: (sub: string) =>
      new SignJWT({ sub, client_id: clientId, token_use: 'access', scope: 'aws.cognito.signin.user.admin' })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(issuer)
        .setExpirationTime('100 years')
        .sign(privateKey),
  };
};
