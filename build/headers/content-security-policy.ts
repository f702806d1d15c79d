import type { InlineHashes } from '../prerender/compose-page.ts';
import type { SiteAddresses } from './addresses.ts';

/** The policy of Trusted Types for the app's own scripts (src/services/trusted-scripts.ts). */
export const trustedTypesPolicy = 'coffer';
/**
 * The policy for HTML that the gateway's script writes (src/services/card-fields/gateway-markup.ts). The browser asks the one
 * with this name about every text; it lets pass the shape of a card field alone: divs, spans and the gateway's frames.
 */
export const gatewayMarkupPolicy = 'default';

/** What Vite's dev server needs beside: scripts and styles that stand in the page, and its web socket. */
export interface DevServer {
  readonly webSocket: string;
}

export interface PagePolicyParts {
  readonly addresses: SiteAddresses;
  /** What stands in the pages themselves. */
  readonly inline: InlineHashes;
  readonly dev?: DevServer | undefined;
}

type Directive = readonly [name: string, ...sources: (string | false | null | undefined)[]];

const writePolicy = (directives: readonly (Directive | null)[]): string =>
  directives
    .filter((directive) => directive !== null)
    .map((directive) => directive.filter(Boolean).join(' '))
    .join('; ');

/** Nothing frames an answer of the site, leads its addresses elsewhere, or sends a form by itself. */
const lockedDoors: readonly Directive[] = [
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
];

/**
 * What a page may load, run and reach. Of the card gateway: its one script by its path, and by its origin what that needs,
 * which is styles, frames and requests.
 */
export const pagePolicy = ({ addresses, inline, dev }: PagePolicyParts): string => {
  const { gatewayScript, gatewayStyles, pool, store, hostedTokens, reports, policyReports } = addresses;
  const gateway = new URL(gatewayScript).origin;
  const unsafe = dev && "'unsafe-inline'";
  return writePolicy([
    ['default-src', "'none'"],
    ['script-src', "'self'", ...inline.scripts, unsafe, gatewayScript],
    [
      'style-src',
      "'self'",
      ...inline.styles,
      unsafe,
      gateway,
      // Hashes count for style attributes only with this word, which allows no other attribute here.
      gatewayStyles.length > 0 && "'unsafe-hashes'",
      ...gatewayStyles.map((hash) => `'${hash}'`),
    ],
    ['worker-src', "'self'"],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', ...new Set(["'self'", pool, store, gateway, hostedTokens, reports, dev?.webSocket])],
    ['frame-src', gateway],
    ...lockedDoors,
    // Vite's client writes HTML.
    ...(dev
      ? []
      : ([
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', trustedTypesPolicy, gatewayMarkupPolicy],
        ] as const)),
    policyReports === null ? null : ['report-to', 'policy'],
    policyReports === null ? null : ['report-uri', policyReports],
  ]);
};

/** For what is no page: opened by itself, or as a worker, it loads and reaches nothing. */
export const filePolicy = (): string =>
  writePolicy([
    ['default-src', "'none'"],
    ...lockedDoors,
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]);
