import type { FieldStyles } from '#services/card-fields/collect-js.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color } = vars;

/** Returns a theme variable's current value, for use outside our CSS. Pass a member of `vars`. */
const readVariable = (variable: string): string => {
  const name = variable.replace(/^var\((.*)\)$/, '$1');
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
};

/** Returns the current theme's input styles. Sets both colors, to stay legible if the theme changes. */
export const readCardFieldStyles = (): FieldStyles => {
  const text = readVariable(color.text);
  return {
    customCss: {
      'background-color': readVariable(color.surface),
      color: text,
      'caret-color': text,
      'font-family': readVariable(vars.font.body),
      'font-size': readVariable(vars.text.md),
      'line-height': readVariable(vars.leading.normal),
      padding: `0 ${readVariable(vars.space.sm)}`,
      height: `calc(${readVariable(vars.target.control)} - 2px)`,
      'border-radius': `calc(${readVariable(vars.radius.md)} - 1px)`,
    },
    // The box can't detect focus in its iframe, so the input draws the ring. It's green, because invalid
    // fields have a red border. Forced colors remove shadows but show the outline.
    focusCss: {
      outline: '2px solid transparent',
      'outline-offset': '-2px',
      'box-shadow': `inset 0 0 0 2px ${readVariable(color.accent)}`,
    },
    validCss: { color: text },
    invalidCss: { color: readVariable(color.dangerText) },
    placeholderCss: { color: readVariable(color.textMuted), opacity: '1' },
  };
};
