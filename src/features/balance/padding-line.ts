import { vars } from '#ui/theme/theme.css.ts';

const { leading, space, text } = vars;

/** A last line in the padding below the balance, so that showing it shifts nothing. */
export const paddingLine = {
  lineHeight: leading.tight,
  marginBlockEnd: `calc(-1 * (${text.sm} * ${leading.tight} + ${space.xxs}))`,
};
