import { addUser, clientId, errorOf, goodPassword, type RunningPool, signUp } from './harness.ts';
import { type Refusal, testRefusals } from './refusals.ts';

const email = 'anna@example.com';

const confirm = (running: RunningPool, ConfirmationCode: string) =>
  running.call('ConfirmSignUp', { ClientId: clientId, Username: email, ConfirmationCode });
const forgot = (running: RunningPool) =>
  running.call('ForgotPassword', { ClientId: clientId, Username: email });
const reset = (running: RunningPool, ConfirmationCode: string, Password = 'Other-pass2?') =>
  running.call('ConfirmForgotPassword', { ClientId: clientId, Username: email, ConfirmationCode, Password });

const codeRefusals: Refusal[] = [
  [
    'a wrong sign-up code',
    async (running) => {
      await signUp(running);
      const wrong = running.code(email) === '000000' ? '000001' : '000000';
      return errorOf(await confirm(running, wrong));
    },
    'CodeMismatchException',
    'Invalid verification code provided, please try again.',
  ],
  [
    'a sign-up confirmed twice',
    async (running) => {
      await signUp(running);
      await confirm(running, running.code(email));
      return errorOf(await confirm(running, running.code(email)));
    },
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
  ],
  [
    'a code for a confirmed user',
    async (running) => {
      await addUser(running);
      return errorOf(await running.call('ResendConfirmationCode', { ClientId: clientId, Username: email }));
    },
    'InvalidParameterException',
    'User is already confirmed.',
  ],
  [
    'a reset for an unconfirmed user',
    async (running) => {
      await signUp(running);
      return errorOf(await forgot(running));
    },
    'InvalidParameterException',
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  ],
  [
    'a reset without a code asked for',
    async (running) => {
      await addUser(running);
      return errorOf(await reset(running, '123456'));
    },
    'ExpiredCodeException',
    'Invalid code provided, please request a code again.',
  ],
  [
    'a reset with a code used before',
    async (running) => {
      await addUser(running);
      await forgot(running);
      await reset(running, running.code(email));
      return errorOf(await reset(running, running.code(email)));
    },
    'ExpiredCodeException',
    'Invalid code provided, please request a code again.',
  ],
  [
    'a reset to a weak password',
    async (running) => {
      await addUser(running);
      await forgot(running);
      return errorOf(await reset(running, running.code(email), 'weakling'));
    },
    'InvalidPasswordException',
    'Password did not conform with policy: Password must have uppercase characters',
  ],
];

const unknownUser = (
  ['ConfirmSignUp', 'ResendConfirmationCode', 'ForgotPassword', 'ConfirmForgotPassword'] as const
).map(
  (operation): Refusal => [
    `${operation} of an unknown user`,
    async (running) =>
      errorOf(
        await running.call(operation, {
          ClientId: clientId,
          Username: email,
          ConfirmationCode: '123456',
          Password: goodPassword,
        }),
      ),
    'UserNotFoundException',
    'User does not exist.',
  ],
);

testRefusals([...codeRefusals, ...unknownUser]);
