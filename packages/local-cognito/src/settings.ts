import * as v from 'valibot';
import { attributeNames } from './attributes.ts';
import { factorListSchema, factorSchema } from './factors.ts';

const seconds = (longest: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longest));

const day = 24 * 60 * 60;

/** What an operator of the pool can set, each with its default. Durations in seconds. */
const settingsSchema = v.strictObject({
  /** Life of access and id tokens. */
  accessTokenSeconds: v.optional(seconds(day), 60 * 60),
  /** How long a sign-in may take between two of its requests: Cognito's `AuthSessionValidity`. */
  challengeSeconds: v.optional(seconds(day), 3 * 60),
  /** Life of the codes that a sign-in sends. */
  signInCodeSeconds: v.optional(seconds(day), 3 * 60),
  /** No message can be delivered: what sends a code is refused, after its other work is done. */
  codeDeliveryFails: v.optional(v.boolean(), false),
  /** Each refresh ends its refresh token and gives another one. Only `GetTokensFromRefreshToken` refreshes then. */
  refreshTokenRotation: v.optional(v.boolean(), false),
  /** How long a refresh token is still good after its rotation: Cognito's `RetryGracePeriodSeconds`. */
  rotationGraceSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)), 0),
  /** Sign-ins through the API make devices, and refresh tokens are bound to them. */
  deviceTracking: v.optional(v.boolean(), false),
  /** Whether sign-ins ask for second factors: never, of who has one, or always, so that who has none sets one up. */
  mfa: v.optional(v.picklist(['OFF', 'OPTIONAL', 'ON']), 'OPTIONAL'),
  /** The factors that users may have. */
  mfaFactors: v.optional(v.pipe(factorListSchema, v.minLength(1)), [...factorSchema.options]),
  /** A remembered device takes the place of a second factor: Cognito's `ChallengeRequiredOnNewDevice`. */
  rememberedDevicesSkipMfa: v.optional(v.boolean(), true),
  /** What else than the email users must tell of themselves: at sign-up, or with their new password. */
  requiredAttributes: v.optional(v.array(v.picklist(attributeNames)), []),
  /** What the mail of a sign-up asks for: its code entered, or its link opened. */
  verification: v.optional(v.picklist(['code', 'link']), 'code'),
  /** Whether the app's configuration names the hosted sign-in pages. They are served in any case. */
  hostedUi: v.optional(v.boolean(), false),
});

/** Some of the settings; those left out or undefined stay as they are. */
const patchSchema = v.partial(settingsSchema);

const settingName = v.pipe(
  v.string(),
  v.check((name) => Object.hasOwn(settingsSchema.entries, name), 'there is no such setting'),
);
/** As an operator sends them. */
export const settingsPatchSchema = v.pipe(v.record(settingName, v.unknown()), patchSchema);

export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;
export type SettingsPatch = Readonly<v.InferInput<typeof patchSchema>>;

export type CurrentSettings = ReturnType<typeof createSettings>;

/** The settings in force. They last until the pool is closed. Throws a ValiError for an unknown or wrong one. */
export const createSettings = (patch: SettingsPatch = {}) => {
  let settings: Settings = v.parse(settingsSchema, {});
  /** Replaces some settings, or none: throws a ValiError for an unknown or wrong one. */
  const update = (changes: SettingsPatch): Settings => {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    settings = v.parse(settingsSchema, { ...settings, ...Object.fromEntries(given) });
    return settings;
  };
  const initial = update(patch);

  return {
    get: (): Settings => settings,
    update,
    /** Sets what it began with. */
    reset(): void {
      settings = initial;
    },
  };
};
