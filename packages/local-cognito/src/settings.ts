import * as v from 'valibot';
import { attributeNames, writableNames } from './attributes.ts';
import { factorListSchema, factorSchema, firstFactorListSchema } from './factors.ts';
import { maxPasswordHistory } from './users.ts';

const day = 24 * 60 * 60;
const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const seconds = whole(1, day);

/** The pool's settings and their defaults. Durations are in seconds. */
const settingsSchema = v.strictObject({
  accessTokenSeconds: v.optional(seconds, 60 * 60),
  /** How long a sign-in can pause between two requests (Cognito's `AuthSessionValidity`). */
  challengeSeconds: v.optional(seconds, 3 * 60),
  signInCodeSeconds: v.optional(seconds, 3 * 60),
  /** Whether operations that send a code fail, after their other work. */
  codeDeliveryFails: v.optional(v.boolean(), false),
  /** Whether each refresh replaces the refresh token. If so, only `GetTokensFromRefreshToken` can refresh. */
  refreshTokenRotation: v.optional(v.boolean(), false),
  /** How long a refresh token stays valid after its rotation (Cognito's `RetryGracePeriodSeconds`). */
  rotationGraceSeconds: v.optional(whole(0, 60), 0),
  /** Whether sign-ins through the API create devices and bind their refresh tokens to them. */
  deviceTracking: v.optional(v.boolean(), false),
  /** Whether sign-ins ask for second factors. With `ON`, users without a second factor must set one up. */
  mfa: v.optional(v.picklist(['OFF', 'OPTIONAL', 'ON']), 'OPTIONAL'),
  mfaFactors: v.optional(v.pipe(factorListSchema, v.minLength(1)), [...factorSchema.options]),
  /** The factors that can start a `USER_AUTH` sign-in. Users can always sign in with their password. */
  firstFactors: v.optional(firstFactorListSchema, ['PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP']),
  /** The domain that passkeys belong to: the app's host or a parent domain. */
  relyingPartyId: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[a-z\d.-]+$/))), 'localhost'),
  /** Whether an authenticator must verify its user, such as by a fingerprint. */
  userVerification: v.optional(v.picklist(['preferred', 'required']), 'preferred'),
  /** Whether a verified passkey also counts as a user's second factor, if the user turned that on. */
  passkeyFactor: v.optional(
    v.picklist(['SINGLE_FACTOR', 'MULTI_FACTOR_WITH_USER_VERIFICATION']),
    'SINGLE_FACTOR',
  ),
  /** Whether a remembered device replaces the second factor (Cognito's `ChallengeRequiredOnNewDevice`). */
  rememberedDevicesSkipMfa: v.optional(v.boolean(), true),
  /** Attributes that users must provide at sign-up or with a new password. The email is always required. */
  requiredAttributes: v.optional(v.array(v.picklist(attributeNames)), []),
  /** The attributes that the app client can write, at sign-up too (Cognito's `WriteAttributes`). */
  writableAttributes: v.optional(v.array(v.picklist(writableNames)), [...writableNames]),
  /** How many of a user's last passwords can't be used again. */
  passwordHistorySize: v.optional(whole(0, maxPasswordHistory), 0),
  /** Whether users confirm a sign-up by entering a code or by opening a link. */
  verification: v.optional(v.picklist(['code', 'link']), 'code'),
  /** Whether the app uses the hosted pages. The pool serves them either way. */
  hostedUi: v.optional(v.boolean(), false),
});

export const settingsPatchSchema = v.partial(settingsSchema);

export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;
export type SettingsPatch = Readonly<v.InferInput<typeof settingsPatchSchema>>;

/** Creates the settings, in memory only. Throws a ValiError if a setting is unknown or invalid. */
export const createSettings = (patch: SettingsPatch = {}) => {
  let settings = v.parse(settingsSchema, {});
  const update = (changes: SettingsPatch): Settings => {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    settings = v.parse(settingsSchema, { ...settings, ...Object.fromEntries(given) });
    return settings;
  };
  const initial = update(patch);
  return { get: (): Settings => settings, update, reset: () => update(initial) };
};
