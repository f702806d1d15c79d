import * as v from 'valibot';
import { type AttributeName, attributeNames, writableNames } from './attributes.ts';
import { type Factor, factorListSchema, factorSchema, firstFactorListSchema } from './factors.ts';
import { maxPasswordHistory } from './users.ts';

const day = 24 * 60 * 60;
const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const seconds = whole(1, day);

/** The pool's settings. Durations are in seconds. */
export interface Settings {
  /** The lifetime of access and id tokens. */
  readonly accessTokenSeconds: number;
  /** How long a sign-in can pause between two requests (Cognito's `AuthSessionValidity`). */
  readonly challengeSeconds: number;
  /** The lifetime of a code sent at sign-in. */
  readonly signInCodeSeconds: number;
  /** Whether operations that send a code fail, after their other work. */
  readonly codeDeliveryFails: boolean;
  /** Whether each refresh replaces the refresh token. If so, only `GetTokensFromRefreshToken` can refresh. */
  readonly refreshTokenRotation: boolean;
  /** How long a refresh token stays valid after its rotation (Cognito's `RetryGracePeriodSeconds`). */
  readonly rotationGraceSeconds: number;
  /** Whether sign-ins through the API create devices and bind their refresh tokens to them. */
  readonly deviceTracking: boolean;
  /** Whether sign-ins ask for second factors. With `ON`, users without a second factor must set one up. */
  readonly mfa: 'OFF' | 'OPTIONAL' | 'ON';
  /** The second factors that the pool offers. */
  readonly mfaFactors: Factor[];
  /** The factors that can start a `USER_AUTH` sign-in. Users can always sign in with their password. */
  readonly firstFactors: v.InferOutput<typeof firstFactorListSchema>;
  /** The domain that passkeys belong to: the app's host or a parent domain. */
  readonly relyingPartyId: string | null;
  /** Whether an authenticator must verify its user, such as by a fingerprint. */
  readonly userVerification: 'preferred' | 'required';
  /** Whether a verified passkey also counts as a user's second factor, if the user turned that on. */
  readonly passkeyFactor: 'SINGLE_FACTOR' | 'MULTI_FACTOR_WITH_USER_VERIFICATION';
  /** Whether a remembered device replaces the second factor (Cognito's `ChallengeRequiredOnNewDevice`). */
  readonly rememberedDevicesSkipMfa: boolean;
  /** Attributes that users must provide at sign-up or with a new password. The email is always required. */
  readonly requiredAttributes: AttributeName[];
  /** The attributes that the app client can write, at sign-up too (Cognito's `WriteAttributes`). */
  readonly writableAttributes: ('email' | AttributeName)[];
  /** How many of a user's last passwords can't be used again. */
  readonly passwordHistorySize: number;
  /** Whether users confirm a sign-up by entering a code or by opening a link. */
  readonly verification: 'code' | 'link';
  /** Whether the app uses the hosted pages. The pool serves them either way. */
  readonly hostedUi: boolean;
}

/** Settings to change. */
export type SettingsPatch = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** The settings and their defaults. */
const settingsSchema = v.strictObject({
  accessTokenSeconds: v.optional(seconds, 60 * 60),
  challengeSeconds: v.optional(seconds, 3 * 60),
  signInCodeSeconds: v.optional(seconds, 3 * 60),
  codeDeliveryFails: v.optional(v.boolean(), false),
  refreshTokenRotation: v.optional(v.boolean(), false),
  rotationGraceSeconds: v.optional(whole(0, 60), 0),
  deviceTracking: v.optional(v.boolean(), false),
  mfa: v.optional(v.picklist(['OFF', 'OPTIONAL', 'ON']), 'OPTIONAL'),
  mfaFactors: v.optional(v.pipe(factorListSchema, v.minLength(1)), [...factorSchema.options]),
  firstFactors: v.optional(firstFactorListSchema, ['PASSWORD', 'WEB_AUTHN', 'EMAIL_OTP']),
  relyingPartyId: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[a-z\d.-]+$/))), 'localhost'),
  userVerification: v.optional(v.picklist(['preferred', 'required']), 'preferred'),
  passkeyFactor: v.optional(
    v.picklist(['SINGLE_FACTOR', 'MULTI_FACTOR_WITH_USER_VERIFICATION']),
    'SINGLE_FACTOR',
  ),
  rememberedDevicesSkipMfa: v.optional(v.boolean(), true),
  requiredAttributes: v.optional(v.array(v.picklist(attributeNames)), []),
  writableAttributes: v.optional(v.array(v.picklist(writableNames)), [...writableNames]),
  passwordHistorySize: v.optional(whole(0, maxPasswordHistory), 0),
  verification: v.optional(v.picklist(['code', 'link']), 'code'),
  hostedUi: v.optional(v.boolean(), false),
});

export const settingsPatchSchema = v.partial(settingsSchema);

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
