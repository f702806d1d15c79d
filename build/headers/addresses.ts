import { isLoopback } from '#services/config.ts';
import { readDeployConfig } from './deploy-config.ts';

/** The external addresses that a site's headers allow. */
export interface SiteAddresses {
  /** The card gateway's script, without its query. */
  readonly gatewayScript: string;
  /** Hashes of the inline styles that the gateway's script adds to pages. */
  readonly gatewayStyles: readonly string[];
  /** Origins of the user pool's API and the store API. */
  readonly pool: string;
  readonly store: string;
  /** Where the pool's hosted pages exchange a code for tokens; null without hosted pages. */
  readonly hostedTokens: string | null;
  /** The endpoint for the pages' reports, without its query; null without one. */
  readonly reports: string | null;
  /** The endpoint for browsers' policy violation reports; null without one. */
  readonly policyReports: string | null;
  /** Whether a page may open the Stately inspector and receive its messages. */
  readonly inspector: boolean;
}

/** Amazon's endpoint for the region in a pool's id. */
const originOfPool = (userPoolId: string): string =>
  `https://cognito-idp.${userPoolId.slice(0, userPoolId.indexOf('_'))}.amazonaws.com`;

/** Escapes characters that would end the directive or the header value, or that nginx would interpret. */
const encode = (part: string): string =>
  part.replace(/[$;,']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** A policy source for a URL, without its query. */
const asSource = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + encode(pathname);
};

/** @throws ConfigError whose message names each wrong, missing or unknown field */
export const readAddresses = (config: unknown): SiteAddresses => {
  const { apiBaseUrl, cognito, gateway, reportUrl, cspReportUrl, inspect = false } = readDeployConfig(config);
  const { userPoolId, endpoint, hostedUiDomain } = cognito;
  return {
    gatewayScript: asSource(gateway.scriptUrl),
    gatewayStyles: gateway.inlineStyles ?? [],
    pool: endpoint === undefined ? originOfPool(userPoolId) : new URL(endpoint).origin,
    store: new URL(apiBaseUrl).origin,
    hostedTokens:
      hostedUiDomain === undefined
        ? null
        : `${isLoopback(hostedUiDomain) ? 'http' : 'https'}://${hostedUiDomain}/oauth2/token`,
    reports: reportUrl === undefined ? null : asSource(reportUrl),
    policyReports:
      cspReportUrl === undefined ? null : asSource(cspReportUrl) + encode(new URL(cspReportUrl).search),
    inspector: inspect,
  };
};
