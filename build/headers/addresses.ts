import * as v from 'valibot';

/** What the headers of a site depend on: the addresses outside of it that its pages use, each as wide as it is needed. */
export interface SiteAddresses {
  /** The card gateway's script, without its query. */
  readonly gatewayScript: string;
  /** Origins: of the user pool's API, and of the store API. */
  readonly pool: string;
  readonly store: string;
  /** Where the pool's hosted pages exchange a code for tokens; null where there are none. */
  readonly hostedTokens: string | null;
  /** Who takes what pages report, without its query; null where nobody does. */
  readonly reports: string | null;
  /** Who takes the browsers' own reports of what the policy kept from happening; null where nobody does. */
  readonly policyReports: string | null;
  /** Whether a page may open the Stately inspector and hear of it. */
  readonly inspector: boolean;
}

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

const webAddress = v.pipe(
  v.string('must be a text'),
  v.trim(),
  v.check(isWebAddress, 'must be an http(s) address'),
  v.transform((value) => new URL(value)),
);

const host = v.pipe(
  v.string('must be a text'),
  v.trim(),
  v.check(
    (value) => URL.canParse(`https://${value}`) && new URL(`https://${value}`).pathname === '/',
    'must be a host like auth.example.com',
  ),
);

const addressesSchema = v.object(
  {
    apiBaseUrl: webAddress,
    cognito: v.object(
      {
        userPoolId: v.pipe(
          v.string('must be a text'),
          v.trim(),
          v.regex(/^[\w-]+_[0-9A-Za-z]+$/, 'must look like us-east-1_AbCdEf'),
        ),
        endpoint: v.exactOptional(webAddress),
        hostedUiDomain: v.exactOptional(host),
      },
      'must be an object',
    ),
    gateway: v.object({ scriptUrl: webAddress }, 'must be an object'),
    reportUrl: v.exactOptional(webAddress),
    cspReportUrl: v.exactOptional(webAddress),
    inspect: v.exactOptional(v.boolean('must be true or false')),
  },
  'must be an object',
);

const isOnThisMachine = (domain: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(`http://${domain}`).hostname);

/** Amazon's address for the region in a pool's id. */
const originOfPool = (userPoolId: string): string =>
  `https://cognito-idp.${userPoolId.slice(0, userPoolId.indexOf('_'))}.amazonaws.com`;

/** A quote, a comma or a semicolon in a path would end what it stands in. */
const asSource = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/[;,']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/**
 * Reads the addresses that a site's pages use.
 *
 * @param config what config.json says
 * @throws Error that names each wrong or missing field
 */
export const readAddresses = (config: unknown): SiteAddresses => {
  const { output, issues, success } = v.safeParse(addressesSchema, config);
  if (!success) {
    const problems = issues.map((issue) => {
      const problem = issue.input === undefined ? 'is missing' : issue.message;
      const field = v.getDotPath(issue);
      return field === null ? problem : `${field}: ${problem}`;
    });
    throw new Error(problems.join('; '));
  }
  const { apiBaseUrl, cognito, gateway, reportUrl, cspReportUrl, inspect = false } = output;
  const { userPoolId, endpoint, hostedUiDomain } = cognito;
  return {
    gatewayScript: asSource(gateway.scriptUrl),
    pool: endpoint?.origin ?? originOfPool(userPoolId),
    store: apiBaseUrl.origin,
    hostedTokens:
      hostedUiDomain === undefined
        ? null
        : `${isOnThisMachine(hostedUiDomain) ? 'http' : 'https'}://${hostedUiDomain}/oauth2/token`,
    reports: reportUrl === undefined ? null : asSource(reportUrl),
    policyReports: cspReportUrl === undefined ? null : asSource(cspReportUrl) + cspReportUrl.search,
    inspector: inspect,
  };
};
