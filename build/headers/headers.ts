import { filePolicy, type PagePolicyParts, pagePolicy } from './content-security-policy.ts';

/** A page, a file with a hash in its name, the app's configuration, or any other file. */
export const answerKinds = ['page', 'asset', 'config', 'file'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** The kind of a path, whether or not the file exists. */
export const kindOf = (path: string): AnswerKind => {
  if (path === '/config.json') return 'config';
  if (path.startsWith('/assets/')) return 'asset';
  return /\.\w+$/.test(path) ? 'file' : 'page';
};

/** For successful answers. */
export const cacheControl: Readonly<Record<AnswerKind, string>> = {
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
  config: 'no-store',
  file: 'no-cache',
};

export interface HeaderParts extends PagePolicyParts {
  /** Whether browsers must use https from then on. */
  readonly https: boolean;
}

/** Two years, in seconds. */
const httpsFor = 2 * 365 * 24 * 60 * 60;

/** Headers for every answer of the host; none without https. */
export const transportHeaders = (https: boolean): ReadonlyMap<string, string> =>
  new Map(https ? [['Strict-Transport-Security', `max-age=${httpsFor}`]] : []);

/** Only features that all supported Chromium versions know. Chromium warns about others. */
const unusedFeatures =
  `accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid magnetometer
  microphone midi picture-in-picture screen-wake-lock serial usb xr-spatial-tracking`.split(/\s+/);

const permissionsPolicy = (gateway: string): string =>
  [
    `payment=(self "${gateway}")`,
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
    ...unusedFeatures.map((feature) => `${feature}=()`),
  ].join(', ');

/** The only source of security headers for the local server, nginx and static hosts. For any status. */
export const securityHeaders = (kind: AnswerKind, parts: HeaderParts): ReadonlyMap<string, string> => {
  const { addresses, dev, https } = parts;
  const common = [
    ...transportHeaders(https),
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ] as const;
  // In development, Vite's modules and workers import each other.
  if (kind !== 'page' && !dev) return new Map([...common, ['Content-Security-Policy', filePolicy()]]);
  const opens = dev !== undefined || addresses.inspector;
  return new Map([
    ...common,
    ['Content-Security-Policy', pagePolicy(parts)],
    ['Permissions-Policy', permissionsPolicy(new URL(addresses.gatewayScript).origin)],
    // The Stately inspector messages the page that opened it.
    ['Cross-Origin-Opener-Policy', opens ? 'same-origin-allow-popups' : 'same-origin'],
    ...(addresses.policyReports === null
      ? []
      : ([['Reporting-Endpoints', `policy="${addresses.policyReports}"`]] as const)),
  ]);
};
