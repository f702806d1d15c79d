import { isLoopback } from '#services/config.ts';
import { readDeployConfig } from './deploy-config.ts';

/** Returns Amazon's endpoint for the region in a pool's id. */
const originOfPool = (userPoolId: string): string =>
  `https://cognito-idp.${userPoolId.slice(0, userPoolId.indexOf('_'))}.amazonaws.com`;

/** Escapes characters that would end the directive or the header value, or that nginx would interpret. */
const encode = (part: string): string =>
  part.replace(/[$;,']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Returns a URL as a policy source, without its query. */
const asSource = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + encode(pathname);
};

/**
 * Reads the external addresses that a site's headers allow.
 * @throws {ConfigError} if a field is wrong, missing or unknown; the message names each one
 */
export const readAddresses = (config: unknown) => {
  const { apiBaseUrl, cognito, gateway, reportUrl, cspReportUrl, inspect = false } = readDeployConfig(config);
  const { userPoolId, endpoint, hostedUiDomain } = cognito;
  return {
    gatewayScript: asSource(gateway.scriptUrl),
    gatewayStyles: gateway.inlineStyles ?? [],
    /** The origins of the user pool's API and the store API. */
    pool: endpoint === undefined ? originOfPool(userPoolId) : new URL(endpoint).origin,
    store: new URL(apiBaseUrl).origin,
    /** The URL at which the app exchanges a code from the pool's hosted pages for tokens. */
    hostedTokens:
      hostedUiDomain === undefined
        ? null
        : `${isLoopback(hostedUiDomain) ? 'http' : 'https'}://${hostedUiDomain}/oauth2/token`,
    /** The URLs to which pages report errors and browsers report policy violations. */
    reports: reportUrl === undefined ? null : asSource(reportUrl),
    policyReports:
      cspReportUrl === undefined ? null : asSource(cspReportUrl) + encode(new URL(cspReportUrl).search),
    /** Whether pages can open the Stately inspector and receive its messages. */
    inspector: inspect,
  };
};

export type SiteAddresses = ReturnType<typeof readAddresses>;
