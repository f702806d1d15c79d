import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { AuthenticationDetails, type CognitoUserSession } from 'amazon-cognito-identity-js';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, type SignInOutput, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { onTestFinished, vi } from 'vitest';
import { computePowersByOpenSsl, computePowersByOpenSslIn } from '#tests/native-powers.ts';
import { clientId, userPoolId } from './harness.ts';
import { LibraryClient } from './library-client.ts';

/** What a person answers to challenges. */
export interface Answers {
  /** What the authenticator shows; `secret` is that of an authenticator that is being set up. */
  authenticatorCode(secret?: string): string;
  sentCode(): string;
  readonly factor: 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA' | 'EMAIL_OTP';
  readonly newPassword: string;
}

/** What came of a sign-in: the challenges that the client met, and its access token. */
export interface Outcome {
  readonly met: readonly string[];
  readonly accessToken: string;
}

/** A client of the pool with a storage of its own. */
export interface SignInClient {
  signIn(email: string, password: string, answers: Answers): Promise<Outcome>;
}

/** A client that is amazon-cognito-identity-js. */
export const createLibrarySignIn = (origin: string): SignInClient => {
  computePowersByOpenSsl();
  const client = new LibraryClient(origin);
  return {
    signIn: (email, password, answers) =>
      new Promise((resolve, reject) => {
        const met: string[] = [];
        const user = client.user(email);
        const done = {
          onFailure: reject,
          onSuccess: (session: CognitoUserSession) =>
            resolve({ met, accessToken: session.getAccessToken().getJwtToken() }),
        };
        const callbacks = {
          ...done,
          totpRequired: () => {
            met.push('SOFTWARE_TOKEN_MFA');
            user.sendMFACode(answers.authenticatorCode(), callbacks, 'SOFTWARE_TOKEN_MFA');
          },
          mfaRequired: () => {
            met.push('SMS_MFA');
            user.sendMFACode(answers.sentCode(), callbacks, 'SMS_MFA');
          },
          selectMFAType: () => {
            met.push('SELECT_MFA_TYPE');
            user.sendMFASelectionAnswer(answers.factor, callbacks);
          },
          mfaSetup: () => {
            met.push('MFA_SETUP');
            user.associateSoftwareToken({
              onFailure: reject,
              associateSecretCode: (secret) =>
                user.verifySoftwareToken(answers.authenticatorCode(secret), 'Phone', done),
            });
          },
          newPasswordRequired: () => {
            met.push('NEW_PASSWORD_REQUIRED');
            user.completeNewPasswordChallenge(answers.newPassword, {}, callbacks);
          },
        };
        const details = new AuthenticationDetails({ Username: email, Password: password });
        user.authenticateUser(details, callbacks);
      }),
  };
};

const memoryStorage = () => {
  const values = new Map<string, string>();
  return {
    getItem: async (key: string) => values.get(key) ?? null,
    setItem: async (key: string, value: string) => void values.set(key, value),
    removeItem: async (key: string) => void values.delete(key),
    clear: async () => values.clear(),
  };
};

/** The names of Cognito for the steps of Amplify. */
const steps: Readonly<Record<string, string>> = {
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'SOFTWARE_TOKEN_MFA',
  CONFIRM_SIGN_IN_WITH_SMS_CODE: 'SMS_MFA',
  CONFIRM_SIGN_IN_WITH_EMAIL_CODE: 'EMAIL_OTP',
  CONTINUE_SIGN_IN_WITH_MFA_SELECTION: 'SELECT_MFA_TYPE',
  CONTINUE_SIGN_IN_WITH_TOTP_SETUP: 'MFA_SETUP',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'NEW_PASSWORD_REQUIRED',
};

const amplifyFactors = { SOFTWARE_TOKEN_MFA: 'TOTP', SMS_MFA: 'SMS', EMAIL_OTP: 'EMAIL' } as const;

const responseTo = ({ nextStep }: SignInOutput, answers: Answers): string => {
  switch (nextStep.signInStep) {
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return answers.authenticatorCode();
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return answers.sentCode();
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return amplifyFactors[answers.factor];
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return answers.authenticatorCode(nextStep.totpSetupDetails.sharedSecret);
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return answers.newPassword;
    default:
      throw new Error(`Amplify goes on with ${nextStep.signInStep}`);
  }
};

/** A client that is aws-amplify 6. Its configuration is global: one at a time. */
export const createAmplifySignIn = async (origin: string): Promise<SignInClient> => {
  computePowersByOpenSslIn(await amplifyIntegers());
  // It names devices after the browser, and in Node 20 there is none; without a name it makes no device.
  vi.stubGlobal('navigator', { userAgent: 'Node.js' });
  onTestFinished(() => void vi.unstubAllGlobals());
  // It warns of every pool that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: `${origin}/` },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(memoryStorage());
  return {
    async signIn(username, password, answers) {
      const met: string[] = [];
      let output = await signIn({ username, password, options: { authFlowType: 'USER_SRP_AUTH' } });
      while (!output.isSignedIn) {
        met.push(steps[output.nextStep.signInStep] ?? output.nextStep.signInStep);
        output = await confirmSignIn({ challengeResponse: responseTo(output, answers) });
      }
      const { tokens } = await fetchAuthSession();
      await signOut();
      return { met, accessToken: tokens?.accessToken.toString() ?? '' };
    },
  };
};

/** The class of the integers that Amplify computes with. */
const amplifyIntegers = async (): Promise<unknown> => {
  const amplify = createRequire(import.meta.url).resolve('aws-amplify/auth');
  const auth = pathToFileURL(createRequire(amplify).resolve('@aws-amplify/auth'));
  const integers = new URL('../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs', auth);
  const module: unknown = await import(integers.href);
  return Reflect.get(Object(module), 'default');
};
