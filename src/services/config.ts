/** config.json with its defaults. */
export interface AppConfig {
  /** As in 'Your {product}'. */
  readonly productName: string;
  /** The page's language, for browsers and screen readers. */
  readonly language?: string;
  readonly apiBaseUrl: string;
  readonly cognito: {
    /** `<region>_<name>` */
    readonly userPoolId: string;
    readonly clientId: string;
    /** Only for a pool that isn't at Amazon's address for its region. */
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
  /** Receives the page's reports: errors, web vitals and CSP violations. Without it, the page sends none. */
  readonly reportUrl?: string;
  /** Receives the browsers' own CSP reports. Only the headers use it. */
  readonly cspReportUrl?: string;
  /** An email or https address for help. Without it, pages name none. */
  readonly support?: string;
  /** The seller's name on receipts. Default: `shellTexts.brand`. */
  readonly seller?: string;
  /** What a credit buys, such as '1 credit = 1 page'. */
  readonly creditsMeaning?: string;
  /** Whether the pool lets customers sign in with passkeys. */
  readonly passkeys?: boolean;
  /** Whether billing addresses may be in US territories or military. */
  readonly usTerritories?: boolean;
  /** Whether `?inspect` opens the Stately inspector. */
  readonly inspect?: boolean;
  /** Whether /machines shows the machines at work. */
  readonly machinesPanel?: boolean;
}

export const defaults = { productName: 'Credits', storage: 'local', idempotencyKey: false } as const;

export type StatedConfig = Omit<AppConfig, keyof typeof defaults> &
  Partial<Pick<AppConfig, keyof typeof defaults>>;

/** The configuration can't be loaded or is wrong. The message names each wrong or missing field. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** `host` may have a port. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

/** @throws {ConfigError} if `json` isn't JSON */
export const parseJson = <Content = unknown>(json: string): Content => {
  try {
    return JSON.parse(json, (_name, value) => (typeof value === 'string' ? value.trim() : value));
  } catch (cause) {
    throw new ConfigError('is not JSON', { cause });
  }
};
