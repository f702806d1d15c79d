import * as v from 'valibot';

const seconds = (longest: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longest));
const perHour = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

const day = 24 * 60 * 60;

const settingsSchema = v.strictObject({
  /** Life of access and id tokens. */
  accessTokenSeconds: seconds(day),
  refreshTokenSeconds: seconds(3650 * day),
  signUpCodeSeconds: seconds(365 * day),
  resetCodeSeconds: seconds(365 * day),
  /** How long a sign-in may take between its two requests. */
  challengeSeconds: seconds(day),
  /** Codes a user may ask for, per kind of code. */
  codeRequestsPerHour: perHour,
  /** Wrong codes a user may enter, per kind of code. */
  codeAttemptsPerHour: perHour,
  /** Answer as if every email address had an account. */
  preventUserExistenceErrors: v.boolean(),
  deviceTracking: v.boolean(),
});

/** What an operator of the pool can set. Durations in seconds. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;
export type SettingsPatch = { readonly [Name in keyof Settings]?: Settings[Name] };

const defaults: Settings = {
  accessTokenSeconds: 60 * 60,
  refreshTokenSeconds: 30 * day,
  signUpCodeSeconds: day,
  resetCodeSeconds: 60 * 60,
  challengeSeconds: 3 * 60,
  codeRequestsPerHour: 5,
  codeAttemptsPerHour: 10,
  preventUserExistenceErrors: false,
  deviceTracking: false,
};

/** Settings with some of them replaced. Throws a ValiError that names an unknown or wrong one. */
export function withSettings(patch: SettingsPatch, settings: Settings = defaults): Settings {
  return v.parse(settingsSchema, { ...settings, ...patch });
}
