import type { CardField } from './card-checks.ts';

const inputs: Readonly<Record<CardField, { name: string; autocomplete: string; title: string }>> = {
  ccnumber: { name: 'cardnumber', autocomplete: 'cc-number', title: 'Card number' },
  ccexp: { name: 'exp-date', autocomplete: 'cc-exp', title: 'Expiry' },
  cvv: { name: 'cvc', autocomplete: 'cc-csc', title: 'CVV' },
};

/** The real page's are unknown. */
export const fieldAssets = '/token/inline/';

/** The page in a card field's iframe. Its input has the field's name as its id (VD), and is read-only until the script runs. */
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
