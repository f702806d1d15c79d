import type { InlineHashes } from '../prerender/compose-page.ts';
import type { SiteAddresses } from './addresses.ts';

/** The Trusted Types policy of the app's own scripts (src/services/trusted-scripts.ts). */
export const trustedTypesPolicy = 'coffer';
/**
 * The Trusted Types policy for the gateway's script. It allows only a card field's markup
 * (src/services/card-fields/gateway-markup.ts). Browsers apply the policy named `default` to plain strings.
 */
export const gatewayMarkupPolicy = 'default';

export interface PagePolicyParts {
  readonly addresses: SiteAddresses;
  readonly inline: InlineHashes;
  /** If set, allows the inline scripts, inline styles and web socket of Vite's dev server. */
  readonly dev?: { readonly webSocket: string } | undefined;
}

type Directive = readonly [name: string, ...sources: (string | false | null | undefined)[]];

const writePolicy = (directives: readonly Directive[]): string =>
  directives.map((directive) => directive.filter(Boolean).join(' ')).join('; ');

/** Directives that forbid framing, plugins, `<base>` and form submission. */
const alwaysForbidden: readonly Directive[] = [
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
];

const trustedTypes = (...policies: readonly string[]): readonly Directive[] => [
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', ...policies],
];

/** Returns a page's policy. It allows the gateway's script by path, and other gateway resources by origin. */
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
      // Lets the hashes below allow style attributes. Other style attributes stay blocked.
      gatewayStyles.length > 0 && "'unsafe-hashes'",
      ...gatewayStyles.map((hash) => `'${hash}'`),
    ],
    ['worker-src', "'self'"],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', ...new Set(["'self'", pool, store, gateway, hostedTokens, reports, dev?.webSocket])],
    ['frame-src', gateway],
    ...alwaysForbidden,
    // Omit Trusted Types in development, because they would block Vite's client, which writes HTML.
    ...(dev ? [] : trustedTypes(trustedTypesPolicy, gatewayMarkupPolicy)),
    ...(policyReports === null
      ? []
      : ([
          ['report-to', 'policy'],
          ['report-uri', policyReports],
        ] as const)),
  ]);
};

/** Returns the policy for files other than pages. If opened directly or run as a worker, they can't load anything. */
export const filePolicy = (): string =>
  writePolicy([['default-src', "'none'"], ...alwaysForbidden, ...trustedTypes("'none'")]);
