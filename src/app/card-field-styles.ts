import type { FieldStyles } from '#services/card-fields/collect-js.ts';
import { readVariable } from '#ui/theme/read-variable.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { colour } = vars;

/**
 * The look of this page's own inputs for those of the gateway, as the theme has it now. Surface and text go together, so
 * that what was typed stays readable when the theme changes around it.
 */
export const readCardFieldStyles = (): FieldStyles => {
  const text = readVariable(colour.text);
  const wrong = readVariable(colour.dangerText);
  const height = `calc(${readVariable(vars.target.control)} - 2px)`;
  return {
    customCss: {
      'background-color': readVariable(colour.surface),
      color: text,
      'caret-color': text,
      'font-family': readVariable(vars.font.body),
      'font-size': readVariable(vars.text.md),
      'line-height': readVariable(vars.leading.normal),
      padding: `0 ${readVariable(vars.space.sm)}`,
      height,
      'border-radius': `calc(${readVariable(vars.radius.md)} - 1px)`,
    },
    // Along the inner edge of the box, whose own style hears nothing of a focus in another document; green, since the box of a
    // wrong value has a red edge. The outline shows where forced colors take shadows away.
    focusCss: {
      outline: '2px solid transparent',
      'outline-offset': '-2px',
      'box-shadow': `inset 0 0 0 2px ${readVariable(colour.accent)}`,
    },
    validCss: { color: text },
    invalidCss: { color: wrong },
    placeholderCss: { color: readVariable(colour.textMuted), opacity: '1' },
  };
};
