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
  /** Sign-ins through the API make devices, and refresh tokens are bound to them. */
  deviceTracking: v.boolean(),
  /** What the mail of a sign-up asks for: its code entered, or its link opened. */
  verification: v.picklist(['code', 'link']),
  /** Whether the app is told of the hosted sign-in pages. They answer in any case. */
  hostedUi: v.boolean(),
  /** The challenge, like `SMS_MFA`, that the next sign-in through the API meets instead of getting tokens; then null again. */
  challenge: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z_]{1,64}$/))),
});

/** Some of the settings; those left out or undefined stay as they are. */
export const settingsPatchSchema = v.partial(settingsSchema);

/** What an operator of the pool can set. Durations in seconds. */
export type Settings = Readonly<v.InferOutput<typeof settingsSchema>>;
export type SettingsPatch = Readonly<v.InferOutput<typeof settingsPatchSchema>>;

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
  verification: 'code',
  hostedUi: false,
  challenge: null,
};

/** The settings in force. They last until the pool is closed. */
export class CurrentSettings {
  readonly #first: Settings;
  #settings = defaults;

  /** Throws a ValiError for an unknown or wrong setting. */
  constructor(first: SettingsPatch = {}) {
    this.#first = this.update(first);
  }

  get(): Settings {
    return this.#settings;
  }

  /** Replaces some settings, or none: throws a ValiError for an unknown or wrong one. */
  update(patch: SettingsPatch): Settings {
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    this.#settings = v.parse(settingsSchema, { ...this.#settings, ...Object.fromEntries(given) });
    return this.#settings;
  }

  /** Sets what it began with. */
  reset(): void {
    this.#settings = this.#first;
  }

  /** The challenge that was set for the next sign-in, which is this one. */
  takeChallenge(): string | null {
    const { challenge } = this.#settings;
    if (challenge !== null) this.update({ challenge: null });
    return challenge;
  }
}
