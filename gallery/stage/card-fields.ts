import { readCardFieldStyles } from '#app/card-field-styles.ts';
import type { AttachCardField } from '#features/app-context.ts';
import { checkoutTexts } from '#texts/store.ts';
import gatewayStyles from '../../server/sandbox/gateway/browser/field.css?raw';

const placeholders = { ccnumber: '0000 0000 0000 0000', ccexp: 'MM / YY', cvv: '123' } as const;

const rule = (selector: string, declarations: Readonly<Record<string, string>> = {}): string =>
  `${selector} { ${Object.entries(declarations)
    .map(([property, value]) => `${property}: ${value};`)
    .join(' ')} }`;

/** Puts a field into its container that looks as the local gateway's does, and takes no card. */
export const attachIdleField: AttachCardField = (field, container) => {
  if (container === null) return;
  const title = checkoutTexts.cardFields[field];
  const { customCss, placeholderCss, focusCss } = readCardFieldStyles();
  const styles = [
    gatewayStyles,
    rule('input', customCss),
    rule('input::placeholder', placeholderCss),
    rule('input:focus', focusCss),
  ];
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.srcdoc = `<!doctype html><html lang="en"><title>${title}</title><style>${styles.join('\n')}</style><input aria-label="${title}" placeholder="${placeholders[field]}">`;
  const fit = () => {
    const input = frame.contentDocument?.querySelector('input');
    frame.style.height = `${input?.offsetHeight ?? 0}px`;
  };
  frame.addEventListener('load', fit);
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
  container.replaceChildren(frame);
};
