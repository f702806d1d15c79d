import * as v from 'valibot';
import type { ChallengeAnswer, SignInChallenge } from '#machines/account/auth.types.ts';
import { callCognito, type Reply, readAs } from './client.ts';
import { ChallengeError, EmptyFieldError, isRefusedWith } from './errors.ts';
import type { IdentityContext } from './session.ts';
import { entryKey } from './stored-session.ts';
import { dropDevice } from './token-writer.ts';

export interface OpenChallenge {
  readonly challenge: SignInChallenge;
  /** The service's name for the user. */
  readonly username: string;
  /** Cognito's session string. Each response changes it. */
  readonly session: string;
}

interface SubmittedChallenge extends Pick<OpenChallenge, 'username' | 'session'> {
  /** Cognito's name for it. */
  readonly name: string;
}

type Call = (operation: string, parameters: object) => Promise<Reply>;

const text = v.pipe(v.string(), v.nonEmpty());
const replySchema = v.object({
  ChallengeName: text,
  ChallengeParameters: v.nullish(v.record(v.string(), v.nullable(v.string())), {}),
  Session: text,
});
const listSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const softwareTokenSchema = v.object({ SecretCode: text, Session: text });
const provenSchema = v.object({ Session: text });

/** Cognito's names for the challenges. */
const cognitoNames = {
  'authenticator-code': 'SOFTWARE_TOKEN_MFA',
  'text-message-code': 'SMS_MFA',
  'email-code': 'EMAIL_OTP',
  'factor-choice': 'SELECT_MFA_TYPE',
  'authenticator-setup': 'MFA_SETUP',
  'new-password': 'NEW_PASSWORD_REQUIRED',
} as const satisfies Readonly<Record<SignInChallenge['name'], string>>;

const secondFactors = ['authenticator-code', 'text-message-code', 'email-code'] as const;
const attributePrefix = 'userAttributes.';
/** Attributes that only the service sets. */
const servicesOwn = new Set(['email_verified', 'phone_number_verified']);

const listIn = (parameter: string | null | undefined): readonly string[] => {
  const list = v.safeParse(listSchema, parameter);
  return list.success ? list.output : [];
};

/** Null if the app has no screen for the challenge. */
const readChallenge = (
  cognitoName: string,
  parameters: Readonly<Record<string, string | null>>,
  email: string,
): SignInChallenge | null => {
  switch (cognitoName) {
    case 'SOFTWARE_TOKEN_MFA':
      return { name: 'authenticator-code', email };
    case 'SMS_MFA':
    case 'EMAIL_OTP': {
      const name = cognitoName === 'SMS_MFA' ? 'text-message-code' : 'email-code';
      return { name, email, destination: parameters['CODE_DELIVERY_DESTINATION'] ?? '' };
    }
    case 'SELECT_MFA_TYPE': {
      const choice = listIn(parameters['MFAS_CAN_CHOOSE']);
      const factors = secondFactors.filter((factor) => choice.includes(cognitoNames[factor]));
      return factors.length > 0 ? { name: 'factor-choice', email, factors } : null;
    }
    case 'MFA_SETUP':
      return listIn(parameters['MFAS_CAN_SETUP']).includes(cognitoNames['authenticator-code'])
        ? { name: 'authenticator-setup', email, secret: '' }
        : null;
    case 'NEW_PASSWORD_REQUIRED': {
      const missingAttributes = listIn(parameters['requiredAttributes'])
        .map((attribute) => attribute.replace(attributePrefix, ''))
        .filter((attribute) => !servicesOwn.has(attribute));
      return { name: 'new-password', email, missingAttributes };
    }
    default:
      return null;
  }
};

/** Trims everything except the password, where spaces count. */
const tidy = (answer: ChallengeAnswer): ChallengeAnswer => {
  if ('code' in answer) return { code: answer.code.trim() };
  if ('factor' in answer) return answer;
  const attributes = Object.entries(answer.attributes).map(([name, value]) => [name, value.trim()]);
  return { ...answer, attributes: Object.fromEntries(attributes) };
};

const isEmpty = (answer: ChallengeAnswer): boolean => {
  if ('code' in answer) return answer.code === '';
  return 'password' in answer && [answer.password, ...Object.values(answer.attributes)].includes('');
};

const responsesOf = (name: SignInChallenge['name'], answer: ChallengeAnswer): Record<string, string> => {
  if ('factor' in answer) return { ANSWER: cognitoNames[answer.factor] };
  if ('code' in answer)
    return name === 'authenticator-setup' ? {} : { [`${cognitoNames[name]}_CODE`]: answer.code };
  const attributes = Object.entries(answer.attributes).map(([attribute, value]) => [
    `${attributePrefix}${attribute}`,
    value,
  ]);
  return { NEW_PASSWORD: answer.password, ...Object.fromEntries(attributes) };
};

export const createChallenges = ({ settings, storage }: Pick<IdentityContext, 'settings' | 'storage'>) => {
  const { clientId } = settings;
  const callWith =
    (signal: AbortSignal): Call =>
    (operation, parameters) =>
      callCognito(settings, operation, parameters, signal);

  /** Fetches a new secret if the challenge is to set up an authenticator app. */
  const withSecret = async (open: OpenChallenge, signal: AbortSignal): Promise<OpenChallenge> => {
    const { challenge, session } = open;
    if (challenge.name !== 'authenticator-setup') return open;
    const token = readAs(
      softwareTokenSchema,
      await callWith(signal)('AssociateSoftwareToken', { Session: session }),
    );
    return { ...open, challenge: { ...challenge, secret: token.SecretCode }, session: token.Session };
  };

  /**
   * Resolves with tokens, or with a challenge about this device.
   * @throws {ChallengeError} for the next challenge
   */
  const submit = async (
    { name, username, session }: SubmittedChallenge,
    responses: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const answerWith = (device: { readonly DEVICE_KEY?: string }) =>
      callWith(signal)('RespondToAuthChallenge', {
        ClientId: clientId,
        ChallengeName: name,
        Session: session,
        ChallengeResponses: { USERNAME: username, ...responses, ...device },
      });
    const deviceKey = storage.getItem(entryKey(clientId, username, 'deviceKey'));
    const reply = await answerWith(deviceKey === null ? {} : { DEVICE_KEY: deviceKey }).catch(
      (error: unknown) => {
        if (deviceKey === null || !isRefusedWith(error, 'ResourceNotFoundException')) throw error;
        // The user removed this device elsewhere, so continue as on a new one.
        dropDevice(clientId, username, storage);
        return answerWith({});
      },
    );
    const { ChallengeName: next } = reply;
    if (next !== undefined && next !== 'DEVICE_SRP_AUTH') throw new ChallengeError(next, reply, username);
    return reply;
  };

  return {
    /** @throws the error itself if the app has no screen for the challenge */
    async open(error: ChallengeError, email: string, signal: AbortSignal): Promise<OpenChallenge> {
      const { username } = error;
      const read = v.safeParse(replySchema, error.reply);
      if (!read.success || username === '') throw error;
      const { ChallengeName, ChallengeParameters, Session: session } = read.output;
      const challenge = readChallenge(ChallengeName, ChallengeParameters, email);
      if (challenge === null) throw error;
      return withSecret({ challenge, username, session }, signal);
    },

    withSecret,

    submit,

    /**
     * Resolves with tokens, or with a challenge about this device.
     * @throws {EmptyFieldError} for a missing part; {@link ChallengeError} for the next challenge
     */
    async respond(
      { challenge: { name }, username, session }: OpenChallenge,
      typed: ChallengeAnswer,
      signal: AbortSignal,
    ): Promise<Reply> {
      const answer = tidy(typed);
      if (isEmpty(answer)) throw new EmptyFieldError('Challenge response cannot be empty');
      const call = callWith(signal);
      const proven =
        name === 'authenticator-setup' && 'code' in answer
          ? await call('VerifySoftwareToken', { Session: session, UserCode: answer.code })
          : { Session: session };
      const { Session } = readAs(provenSchema, proven);
      return submit(
        { name: cognitoNames[name], username, session: Session },
        responsesOf(name, answer),
        signal,
      );
    },
  };
};
