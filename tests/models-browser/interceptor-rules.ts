import type { Addresses } from '#tests/browser/local/addresses.ts';
import type { InterceptorRules } from './interceptors.ts';

const historyPath = '/api/transactions/history';
const paymentPath = '/api/checkout/process-payment-token';
const cardsPath = '/api/cards';
const attemptsPath = '/api/checkout/attempts/';
const challengeAnswer =
  /"ChallengeName":"(SOFTWARE_TOKEN_MFA|SMS_MFA|EMAIL_OTP|SELECT_MFA_TYPE|NEW_PASSWORD_REQUIRED)"/;
const targetPrefix = 'AWSCognitoIdentityProviderService.';

/** Returns the rules by name. The baseline of a purchase differs from the ledger by its larger page size. */
export const interceptorRules = ({ app, pool, store, gateway }: Addresses): InterceptorRules => {
  const operation =
    (...names: readonly string[]): InterceptorRules[string] =>
    ({ origin }, request) =>
      origin === pool && names.includes((request.headers()['x-amz-target'] ?? '').slice(targetPrefix.length));

  return {
    'configuration of the app': ({ origin, pathname }) => origin === app && pathname === '/config.json',
    'hosted code': ({ origin, pathname }) => origin === pool && pathname === '/oauth2/token',
    registration: operation('SignUp'),
    // Check the body, because a token refresh uses the same operation.
    'sign-in': (url, request) =>
      operation('InitiateAuth')(url, request) && request.postData()?.includes('USER_SRP_AUTH') === true,
    'passkey request': (url, request) =>
      operation('InitiateAuth')(url, request) && request.postData()?.includes('USER_AUTH"') === true,
    'passkey answer': (url, request) =>
      operation('RespondToAuthChallenge')(url, request) &&
      request.postData()?.includes('"ChallengeName":"WEB_AUTHN"') === true,
    'start of a passkey': operation('StartWebAuthnRegistration'),
    'new passkey': operation('CompleteWebAuthnRegistration'),
    // The app verifies a new authenticator before it responds to the setup challenge.
    'challenge answer': (url, request) =>
      operation('VerifySoftwareToken')(url, request) ||
      (operation('RespondToAuthChallenge')(url, request) && challengeAnswer.test(request.postData() ?? '')),
    confirmation: operation('ConfirmSignUp'),
    'another code': operation('ResendConfirmationCode'),
    'reset code': operation('ForgotPassword'),
    'new password': operation('ConfirmForgotPassword'),
    revocation: operation('RevokeToken'),
    'customer record': ({ origin, pathname }) => origin === store && pathname === '/api/auth/profile',

    'card script': ({ origin, pathname }) => origin === gateway && pathname === '/token/Collect.js',
    // Waiting for one of the three card frames is enough.
    'card fields': ({ origin, pathname, searchParams }) =>
      origin === gateway && pathname === '/token/inline.php' && searchParams.get('elementId') === 'ccnumber',
    'card check': ({ origin, pathname }) =>
      origin === gateway && pathname === '/token/api/save_multipart_token',
    token: ({ origin, pathname }) => origin === gateway && pathname === '/token/api/lookup',
    price: ({ origin, pathname }) => origin === store && pathname === '/api/products/',
    payment: ({ origin, pathname }, request) =>
      origin === store &&
      (pathname === paymentPath || (pathname.startsWith(attemptsPath) && request.method() === 'DELETE')),

    baseline: ({ origin, pathname, searchParams }) =>
      origin === store && pathname === historyPath && searchParams.get('limit') === '100',

    'list of cards': ({ origin, pathname }) => origin === store && pathname === cardsPath,
    'change of a card': ({ origin, pathname }) => origin === store && pathname.startsWith(`${cardsPath}/`),
  };
};
