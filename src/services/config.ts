/** The contents of config.json, with defaults applied. */
export interface AppConfig {
  /** What the store sells, as in 'Your {product}'. */
  readonly productName: string;
  /** The page's language, for browsers and screen readers. */
  readonly language?: string;
  readonly apiBaseUrl: string;
  readonly cognito: {
    /** The pool's id, in the form `<region>_<name>`. */
    readonly userPoolId: string;
    readonly clientId: string;
    /** The pool's URL. Default: Amazon's endpoint for the pool's region. */
    readonly endpoint?: string;
    /** The domain of the pool's hosted sign-in pages, if any. */
    readonly hostedUiDomain?: string;
    /** Whether the pool verifies emails with a code or a link. */
    readonly verification?: 'code' | 'link';
  };
  readonly gateway: { readonly scriptUrl: string; readonly tokenizationKey: string };
  /** Where this device stores the session. */
  readonly storage: 'local' | 'session' | 'memory';
  /** Whether the store API accepts an Idempotency-Key with a payment. */
  readonly idempotencyKey: boolean;
  /** The URL for reports of errors, web vitals and CSP violations. Without it, the page sends no reports. */
  readonly reportUrl?: string;
  /** The URL for the browsers' own CSP reports. Used only in response headers. */
  readonly cspReportUrl?: string;
  /** An email address or https URL where customers get help. Without it, pages show none. */
  readonly support?: string;
  /** The seller's name on receipts. Default: `shellTexts.brand`. */
  readonly seller?: string;
  /** What a credit buys, such as '1 credit = 1 page'. */
  readonly creditsMeaning?: string;
  /** Origins of the merchant's pages that `return_to` can link back to. */
  readonly returnOrigins?: readonly string[];
  /** How many days after a purchase customers can refund it themselves, like the store's SELF_REFUND_DAYS. 0: never. */
  readonly selfRefundDays: number;
  /** Whether the pool lets customers sign in with passkeys. */
  readonly passkeys?: boolean;
  /** Whether billing addresses can be in US territories or at military addresses. */
  readonly usTerritories?: boolean;
  /** Whether `?inspect` opens the Stately inspector. */
  readonly inspect?: boolean;
  /** Whether /machines shows the running machines. */
  readonly machinesPanel?: boolean;
}

export const defaults = {
  productName: 'Credits',
  storage: 'local',
  idempotencyKey: false,
  selfRefundDays: 14,
} as const;

export type StatedConfig = Omit<AppConfig, keyof typeof defaults> &
  Partial<Pick<AppConfig, keyof typeof defaults>>;

/** Thrown if config.json can't be loaded or is wrong. The message lists all wrong or missing fields. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Returns whether `host`, which can include a port, is this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

/** Parses JSON and trims its strings. @throws {ConfigError} if `json` isn't JSON */
export const parseJson = <Content = unknown>(json: string): Content => {
  try {
    return JSON.parse(json, (_name, value) => (typeof value === 'string' ? value.trim() : value));
  } catch (cause) {
    throw new ConfigError('is not JSON', { cause });
  }
};
