import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { readCardFieldStyles } from '#app/purchase/card-field-styles.ts';
import type { CustomerContextValue } from '#features/shared/app-context.ts';
import gatewayStyles from '#local-nmi/field.css?raw';
import { checkoutTexts } from '#texts/checkout.ts';
import { typefacesLoaded } from './page-settled.ts';

const placeholders = { number: '0000 0000 0000 0000', expiry: 'MM / YY', code: '123' } as const;

const rule = (selector: string, declarations: Readonly<Record<string, string>> = {}): string =>
  `${selector} { ${Object.entries(declarations)
    .map(([property, value]) => `${property}: ${value};`)
    .join(' ')} }`;

const draw = async (frame: HTMLIFrameElement): Promise<void> => {
  const input = frame.contentDocument?.querySelector('input');
  if (!input) return;
  await typefacesLoaded(input.ownerDocument);
  input.hidden = false;
  frame.style.height = `${input.offsetHeight}px`;
  frame.dataset['drawn'] = '';
};

/** Adds a field that looks like the local gateway's card field but accepts no input. */
export const attachIdleField: CustomerContextValue['attachCardField'] = (field, container) => {
  if (container === null) return;
  const title = checkoutTexts.cardFields[field];
  const { customCss, placeholderCss, focusCss } = readCardFieldStyles();
  const styles = [
    rule('@font-face', {
      'font-family': '"Figtree Variable"',
      src: `url("${figtree}")`,
      'font-weight': '300 900',
    }),
    gatewayStyles,
    rule('input', customCss),
    rule('input::placeholder', placeholderCss),
    rule('input:focus', focusCss),
    rule('input[hidden]', { display: 'none' }),
  ];
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.srcdoc = `<!doctype html><html lang="en"><title>${title}</title><style>${styles.join('\n')}</style><input hidden aria-label="${title}" placeholder="${placeholders[field]}">`;
  frame.addEventListener('load', () => void draw(frame));
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
  container.replaceChildren(frame);
};
