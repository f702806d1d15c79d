import { permitted } from '#services/browser.ts';

/** The part of the Trusted Types API that we use. Not every browser has it. */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: 'default', rules: { readonly createHTML: (markup: string) => string | null }): unknown;
}

const tag = /<\/?(?:div|span|iframe)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/gi;
const attribute = /([a-z-]+)="([^"]*)"/gi;
const plainAttributes = new Set(
  'width height scrolling frameborder title role tabindex style sandbox'.split(' '),
);
/** Matches only Collect.js's names. Other names could clash with globals of the page's scripts. */
const gatewayNames = /^CollectJS[\w-]+(?:\s+CollectJS[\w-]+)*$/;

/** Returns whether markup has only divs, spans and iframes of `origin`, without text or event handlers. */
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

/** Lets Collect.js write HTML. The policy applies to all scripts, so it checks the HTML, not the caller. */
export const allowGatewayMarkup = (gatewayScript: string): void => {
  const { origin } = new URL(gatewayScript, document.baseURI);
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
  // After a reload of the script, the existing policy still applies.
  if (trustedTypes === undefined || trustedTypes.defaultPolicy) return;
  const createHTML = (markup: string) => (isGatewayMarkup(markup, origin) ? markup : null);
  // If the page's headers forbid the policy, a script that writes no HTML still works.
  permitted(() => trustedTypes.createPolicy('default', { createHTML }));
};
