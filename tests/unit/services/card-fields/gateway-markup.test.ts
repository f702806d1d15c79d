import { expect, it, vi } from 'vitest';
import { allowGatewayMarkup, isGatewayMarkup } from '#services/card-fields/gateway-markup.ts';

const origin = 'https://gateway.example';
const gatewayScript = `${origin}/token/Collect.js`;
const frame = `<iframe id="CollectJSInlinecvv" name="CollectJSInlinecvv" class="CollectJSInlineIframe" width="100%" height="22px" scrolling="no" src="${origin}/token/inline.php?a=1&amp;b=2"></iframe>`;

it.each([
  '',
  frame,
  `<div class="CollectJSField CollectJSValid" style="display:block">\n ${frame}<span></span></div>`,
])('isGatewayMarkup allows the card field %s', (markup) => {
  expect(isGatewayMarkup(markup, origin)).toBe(true);
});

it.each([
  ...['<img src="x" onerror="run()">', '<img src=x onerror=run()>', '<script>run()</script>'],
  ...['<div onclick="run()"></div>', '<div ONCLICK="run()"></div>', '<div/onclick="run()"></div>'],
  ...['<div class=CollectJS onclick=run()></div>', "<div title='' onclick='run()'></div>"],
  ...['<iframe srcdoc="&lt;script&gt;"></iframe>', '<iframe src="javascript:run()"></iframe>'],
  ...['https://elsewhere.example/', `${origin}.evil.example/`, `${origin}@evil.example/`].map(
    (address) => `<iframe src="${address}"></iframe>`,
  ),
  ...['<div id="coffer-pay"></div>', '<div id="CollectJS"></div>', '<style>*{}</style>'],
  ...['<form action="https://elsewhere.example"></form>', '<a href="https://elsewhere.example"></a>'],
  ...['<svg><div></div></svg>', '<!-- <div> -->', '<di<div>v>', 'Your card was declined'],
  `${frame}<img src="x" onerror="run()">`,
])('isGatewayMarkup refuses %s', (markup) => {
  expect(isGatewayMarkup(markup, origin)).toBe(false);
});

it('the Trusted Types policy rejects markup that isn’t the gateway’s', () => {
  const createPolicy = vi.fn();
  vi.stubGlobal('document', { baseURI: 'https://store.example/dashboard' });
  vi.stubGlobal('trustedTypes', { createPolicy, defaultPolicy: null });
  allowGatewayMarkup(gatewayScript);
  const { createHTML } = createPolicy.mock.lastCall?.[1] ?? {};
  expect(createHTML(frame)).toBe(frame);
  expect(createHTML('<img src=x>')).toBeNull();
});

it('allowGatewayMarkup does nothing without Trusted Types or without the policy in the headers', () => {
  vi.stubGlobal('document', { baseURI: 'https://store.example/dashboard' });
  vi.stubGlobal('trustedTypes', undefined);
  expect(() => allowGatewayMarkup(gatewayScript)).not.toThrow();
  const createPolicy = () => {
    throw new TypeError('Policy "default" disallowed.');
  };
  vi.stubGlobal('trustedTypes', { createPolicy, defaultPolicy: null });
  expect(() => allowGatewayMarkup(gatewayScript)).not.toThrow();
});
