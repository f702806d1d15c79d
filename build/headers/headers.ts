import { filePolicy, type PagePolicyParts, pagePolicy } from './content-security-policy.ts';

/** Kinds of answers: a page, a file with a hash in its name, the app's configuration, any other file. */
export const answerKinds = ['page', 'asset', 'config', 'file'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Which kind of answer a path has, whether or not there is something. */
export const kindOf = (path: string): AnswerKind => {
  if (path === '/config.json') return 'config';
  if (path.startsWith('/assets/')) return 'asset';
  return /\.\w+$/.test(path) ? 'file' : 'page';
};

/** How long an answer that was found may be kept. */
export const cacheControl: Readonly<Record<AnswerKind, string>> = {
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
  config: 'no-store',
  file: 'no-cache',
};

export interface HeaderParts extends PagePolicyParts {
  /** Whether browsers are to come by https alone from then on. */
  readonly https: boolean;
}

/** Two years, in seconds. */
const httpsFor = 2 * 365 * 24 * 60 * 60;

/** What browsers come to know of the site's host, whatever they asked it for; nothing without https. */
export const transportHeaders = (https: boolean): ReadonlyMap<string, string> =>
  new Map(https ? [['Strict-Transport-Security', `max-age=${httpsFor}`]] : []);

/** What no page of ours uses. Only names that every Chromium has known for long: it complains of others. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const;

const permissionsPolicy = (gateway: string): string =>
  [`payment=(self "${gateway}")`, ...unusedFeatures.map((feature) => `${feature}=()`)].join(', ');

/**
 * The security headers of one kind of answer, whatever its status. This is the only place that lists them: the local
 * server sends them, and nginx and static hosts are told them by files that are made of this.
 */
export const securityHeaders = (kind: AnswerKind, parts: HeaderParts): ReadonlyMap<string, string> => {
  const { addresses, dev, https } = parts;
  const common = [
    ...transportHeaders(https),
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ] as const;
  // Vite's modules and workers import each other.
  if (kind !== 'page' && !dev) return new Map([...common, ['Content-Security-Policy', filePolicy()]]);
  const opens = dev !== undefined || addresses.inspector;
  return new Map([
    ...common,
    ['Content-Security-Policy', pagePolicy(parts)],
    ['Permissions-Policy', permissionsPolicy(new URL(addresses.gatewayScript).origin)],
    // The Stately inspector notifies the page that opened it when it is ready.
    ['Cross-Origin-Opener-Policy', opens ? 'same-origin-allow-popups' : 'same-origin'],
    ...(addresses.policyReports === null
      ? []
      : ([['Reporting-Endpoints', `policy="${addresses.policyReports}"`]] as const)),
  ]);
};
