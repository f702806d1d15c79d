import type { CardField } from './card-checks.ts';

const inputs: Readonly<Record<CardField, { name: string; autocomplete: string; title: string }>> = {
  ccnumber: { name: 'cardnumber', autocomplete: 'cc-number', title: 'Card number' },
  ccexp: { name: 'exp-date', autocomplete: 'cc-exp', title: 'Expiry' },
  cvv: { name: 'cvc', autocomplete: 'cc-csc', title: 'CVV' },
};

/** Where the page loads its files from. The real one's are unknown. */
export const fieldAssets = '/token/inline/';

/**
 * The page inside one card field's iframe: a single input, whose id is the field's name (VD). Nothing can be typed into it
 * until its script listens: the script wouldn't know of the value.
 */
export const fieldPage = (field: CardField): string => {
  const { name, autocomplete, title } = inputs[field];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <link rel="stylesheet" href="/typefaces/typefaces.css">
    <link rel="stylesheet" href="${fieldAssets}field.css">
    <script type="module" src="${fieldAssets}field.js"></script>
  </head>
  <body>
    <input id="${field}" name="${name}" type="text" inputmode="numeric" autocomplete="${autocomplete}"
      aria-label="${title}" aria-errormessage="message" spellcheck="false" readonly>
    <span id="brand" aria-hidden="true" hidden></span>
    <span id="message" role="status"></span>
  </body>
</html>
`;
};
