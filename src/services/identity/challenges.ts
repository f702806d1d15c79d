import * as v from 'valibot';
import type { ChallengeAnswer, SignInChallenge } from '#machines/account/auth.types.ts';
import { callCognito, type Reply, readAs } from './client.ts';
import { ChallengeError, FailureError, isRefusedWith } from './errors.ts';
import type { IdentityContext } from './session.ts';
import { entryKey } from './stored-session.ts';
import { dropDevice } from './token-writer.ts';

export interface OpenChallenge {
  readonly challenge: SignInChallenge;
  /** The service's name for the user. */
  readonly username: string;
  /** Cognito's session string, which changes with each response. */
  readonly session: string;
}

const text = v.pipe(v.string(), v.nonEmpty());
const replySchema = v.object({
  ChallengeName: text,
  ChallengeParameters: v.nullish(v.record(v.string(), v.nullable(v.string())), {}),
  Session: text,
});
const listSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), []);
const softwareTokenSchema = v.object({ SecretCode: text, Session: text });
const provenSchema = v.object({ Session: text });

/** Cognito's name for each challenge. */
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

const listIn = (parameter: string | null | undefined): readonly string[] => v.parse(listSchema, parameter);

/** Reads Cognito's challenge. Returns null if the app has no screen for it. */
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

/** Trims everything except the password, in which spaces count. */
const trimmed = (answer: ChallengeAnswer): ChallengeAnswer => {
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
  return { NEW_PASSWORD: answer.password.normalize(), ...Object.fromEntries(attributes) };
};

export const createChallenges = ({ settings, storage }: Pick<IdentityContext, 'settings' | 'storage'>) => {
  const { clientId } = settings;

  /** Fetches a new secret for a challenge to set up an authenticator app. */
  const withSecret = async (open: OpenChallenge, signal: AbortSignal): Promise<OpenChallenge> => {
    const { challenge, session } = open;
    if (challenge.name !== 'authenticator-setup') return open;
    const reply = await callCognito(settings, 'AssociateSoftwareToken', { Session: session }, signal);
    const { SecretCode: secret, Session } = readAs(softwareTokenSchema, reply);
    return { ...open, challenge: { ...challenge, secret }, session: Session };
  };

  /**
   * Submits responses. Resolves with tokens, or with a challenge to prove this device.
   * @param name Cognito's name for the challenge
   * @throws {ChallengeError} for the next challenge
   */
  const submit = async (
    name: string,
    { username, session }: Pick<OpenChallenge, 'username' | 'session'>,
    responses: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const respondFrom = (DEVICE_KEY?: string) => {
      const ChallengeResponses = { USERNAME: username, ...responses, DEVICE_KEY };
      const parameters = { ClientId: clientId, ChallengeName: name, Session: session, ChallengeResponses };
      return callCognito(settings, 'RespondToAuthChallenge', parameters, signal);
    };
    const deviceKey = storage.getItem(entryKey(clientId, username, 'deviceKey')) ?? undefined;
    const reply = await respondFrom(deviceKey).catch((error: unknown) => {
      if (deviceKey === undefined || !isRefusedWith(error, 'ResourceNotFoundException')) throw error;
      // The user removed this device elsewhere, so continue as on a new device.
      dropDevice(clientId, username, storage);
      return respondFrom();
    });
    const { ChallengeName: next } = reply;
    if (next !== undefined && next !== 'DEVICE_SRP_AUTH') throw new ChallengeError(next, reply, username);
    return reply;
  };

  return {
    withSecret,
    submit,

    /** Opens the challenge in `error`. @throws {ChallengeError} `error`, if the app has no screen for it */
    async open(error: ChallengeError, email: string, signal: AbortSignal): Promise<OpenChallenge> {
      const { username } = error;
      const read = v.safeParse(replySchema, error.reply);
      if (!read.success || username === '') throw error;
      const { ChallengeName, ChallengeParameters, Session: session } = read.output;
      const challenge = readChallenge(ChallengeName, ChallengeParameters, email);
      if (challenge === null) throw error;
      return withSecret({ challenge, username, session }, signal);
    },

    /** Submits the customer's response. @throws {FailureError} if a part is empty, or an error of `submit` */
    async respond(open: OpenChallenge, typed: ChallengeAnswer, signal: AbortSignal): Promise<Reply> {
      const { name } = open.challenge;
      const answer = trimmed(typed);
      if (isEmpty(answer)) throw new FailureError('field-empty', 'Challenge response cannot be empty');
      let { session } = open;
      if (name === 'authenticator-setup' && 'code' in answer) {
        const parameters = { Session: session, UserCode: answer.code };
        const reply = await callCognito(settings, 'VerifySoftwareToken', parameters, signal);
        session = readAs(provenSchema, reply).Session;
      }
      return submit(cognitoNames[name], { ...open, session }, responsesOf(name, answer), signal);
    },
  };
};
