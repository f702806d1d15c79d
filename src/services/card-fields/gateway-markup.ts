/** What is used of the browser's Trusted Types, which not every browser has. */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: 'default', rules: { readonly createHTML: (markup: string) => string | null }): unknown;
}

const tag = /<\/?(?:div|span|iframe)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/gi;
const attribute = /([a-z-]+)="([^"]*)"/gi;
const plainAttributes = new Set(
  'width height scrolling frameborder title role tabindex style sandbox'.split(' '),
);
/** Names that the page's own scripts could take for theirs are refused. */
const gatewayNames = /^CollectJS[\w-]+(?:\s+CollectJS[\w-]+)*$/;

/**
 * Whether HTML holds only what a card field is made of: divs, spans and frames of this origin, without text, handlers or names
 * other than the gateway's.
 */
export const isGatewayMarkup = (markup: string, origin: string): boolean => {
  const isAllowed = (name: string, value: string): boolean => {
    if (name === 'src') return value.startsWith(`${origin}/`);
    if (name === 'id' || name === 'name' || name === 'class') return gatewayNames.test(value);
    return plainAttributes.has(name) || name.startsWith('aria-');
  };
  const rest = markup.replace(tag, (whole, attributes: string) =>
    [...attributes.matchAll(attribute)].every(([, name = '', value = '']) =>
      isAllowed(name.toLowerCase(), value),
    )
      ? ''
      : whole,
  );
  return rest.trim() === '';
};

/**
 * Lets the gateway's script write its fields as HTML text in a page that takes trusted HTML alone. The browser asks the policy
 * `default` about every text that is written so, whichever script writes it: therefore it judges the HTML, not the caller.
 */
export const allowGatewayMarkup = (gatewayScript: string): void => {
  const { origin } = new URL(gatewayScript, document.baseURI);
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
  // Another copy of the script needs no other policy.
  if (trustedTypes === undefined || trustedTypes.defaultPolicy) return;
  try {
    trustedTypes.createPolicy('default', {
      createHTML: (markup) => (isGatewayMarkup(markup, origin) ? markup : null),
    });
  } catch {
    // The headers don't allow it. A script that writes no HTML works without.
  }
};
