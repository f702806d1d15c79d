import * as v from 'valibot';
import { isLoopback, readConfig } from '#services/config.ts';

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

const styleHash = v.pipe(
  v.string('must be a text'),
  v.regex(/^sha(256|384|512)-[\w+/-]+={0,2}$/, 'must look like sha256-… with the hash in base64'),
);

/** Separate from the app's schema, because only the headers use them. */
const inlineStylesSchema = v.object({
  gateway: v.object({ inlineStyles: v.optional(v.array(styleHash, 'must be a list'), []) }),
});

const readInlineStyles = (config: unknown): readonly string[] => {
  const { output, issues, success } = v.safeParse(inlineStylesSchema, config);
  if (!success) throw new Error(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '));
  return output.gateway.inlineStyles;
};

/** Amazon's endpoint for the region in a pool's id. */
const originOfPool = (userPoolId: string): string =>
  `https://cognito-idp.${userPoolId.slice(0, userPoolId.indexOf('_'))}.amazonaws.com`;

/** Escapes characters that would end the directive or the header value. */
const encode = (part: string): string =>
  part.replace(/[;,']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** A policy source for a URL, without its query. */
const asSource = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + encode(pathname);
};

/** @throws Error that names each wrong or missing field */
export const readAddresses = (config: unknown): SiteAddresses => {
  const { apiBaseUrl, cognito, gateway, reportUrl, cspReportUrl, inspect = false } = readConfig(config);
  const { userPoolId, endpoint, hostedUiDomain } = cognito;
  return {
    gatewayScript: asSource(gateway.scriptUrl),
    gatewayStyles: readInlineStyles(config),
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
