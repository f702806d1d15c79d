import { permitted } from '#services/browser.ts';

/** The part of Trusted Types that we use. Not every browser supports them. */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: 'default', rules: { readonly createHTML: (markup: string) => string | null }): unknown;
}

const tag = /<\/?(?:div|span|iframe)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/gi;
const attribute = /([a-z-]+)="([^"]*)"/gi;
const plainAttributes = new Set(
  'width height scrolling frameborder title role tabindex style sandbox'.split(' '),
);
/** Collect.js's names only. Other names could collide with those of the page's scripts. */
const gatewayNames = /^CollectJS[\w-]+(?:\s+CollectJS[\w-]+)*$/;

/** Allows only divs, spans and iframes of this origin, without text, event handlers or foreign names. */
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

/** Lets Collect.js write HTML. The policy applies to every script, so it checks the HTML, not the caller. */
export const allowGatewayMarkup = (gatewayScript: string): void => {
  const { origin } = new URL(gatewayScript, document.baseURI);
  const trustedTypes: TrustedTypes | undefined = Reflect.get(globalThis, 'trustedTypes');
  // A reload of the script can use the existing policy.
  if (trustedTypes === undefined || trustedTypes.defaultPolicy) return;
  const createHTML = (markup: string) => (isGatewayMarkup(markup, origin) ? markup : null);
  // If the page's headers don't allow the policy, a script that writes no HTML works without it.
  permitted(() => trustedTypes.createPolicy('default', { createHTML }));
};
