/** The only properties that `styleInput` sets. It uses the CSSOM, so styles can't break out. */
const allowedProperties = new Set(
  `appearance background background-color border border-bottom border-color border-left border-radius border-right
  border-style border-top border-width box-shadow caret-color color color-scheme font font-family font-feature-settings
  font-size font-style font-variant-numeric font-weight height letter-spacing line-height margin opacity outline
  outline-color outline-offset outline-style outline-width padding padding-bottom padding-left padding-right padding-top
  text-align text-shadow text-transform transition width`.split(/\s+/),
);

const selectors = {
  customStyle: 'input',
  validStyle: 'input.valid',
  invalidStyle: 'input.invalid',
  placeholderStyle: 'input::placeholder',
  focusStyle: 'input:focus',
};

/** Applies the `…Style` entries of a `styling` message. Each entry maps properties to values. */
export const styleInput = (styles) => {
  const sheet = new CSSStyleSheet();
  for (const [option, selector] of Object.entries(selectors)) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    for (const [property, value] of Object.entries(styles[option] ?? {})) {
      const loads = /url\(|image-set\(|@import/i.test(value);
      if (allowedProperties.has(property) && !loads) rule.style.setProperty(property, String(value));
    }
  }
  document.adoptedStyleSheets = [sheet];
};
