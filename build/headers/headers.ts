import { filePolicy, type PagePolicyParts, pagePolicy } from './content-security-policy.ts';

/** Kinds of responses: pages, files with a hash in their name, the app's configuration, and other files. */
export const answerKinds = ['page', 'asset', 'config', 'file'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Returns the kind of response for a path, whether or not the file exists. */
export const kindOf = (path: string): AnswerKind => {
  if (path === '/config.json') return 'config';
  if (path.startsWith('/assets/')) return 'asset';
  return /\.\w+$/.test(path) ? 'file' : 'page';
};

/** `Cache-Control` for successful responses. */
export const cacheControl: Readonly<Record<AnswerKind, string>> = {
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
  config: 'no-store',
  file: 'no-cache',
};

export interface HeaderParts extends PagePolicyParts {
  /** Whether to tell browsers to use only https for this host. */
  readonly https: boolean;
}

/** `max-age` of HSTS: two years, in seconds. */
const httpsFor = 2 * 365 * 24 * 60 * 60;

/** Returns the headers for every response of the host, or none without https. */
export const transportHeaders = (https: boolean): ReadonlyMap<string, string> =>
  new Map(https ? [['Strict-Transport-Security', `max-age=${httpsFor}`]] : []);

/** Browser features to disable. Chromium warns about names that it doesn't know, so newer features are omitted. */
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

/** Returns the security headers of a response with any status. The local server, nginx and static hosts use them. */
export const securityHeaders = (kind: AnswerKind, parts: HeaderParts): ReadonlyMap<string, string> => {
  const { addresses, dev, https } = parts;
  const common = [
    ...transportHeaders(https),
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ] as const;
  // In development, workers need the page's policy to import Vite's modules.
  if (kind !== 'page' && !dev) return new Map([...common, ['Content-Security-Policy', filePolicy()]]);
  const opens = dev !== undefined || addresses.inspector;
  return new Map([
    ...common,
    ['Content-Security-Policy', pagePolicy(parts)],
    ['Permissions-Policy', permissionsPolicy(new URL(addresses.gatewayScript).origin)],
    // Keep the page linked to the Stately inspector's window, which sends it messages.
    ['Cross-Origin-Opener-Policy', opens ? 'same-origin-allow-popups' : 'same-origin'],
    ...(addresses.policyReports === null
      ? []
      : ([['Reporting-Endpoints', `policy="${addresses.policyReports}"`]] as const)),
  ]);
};
