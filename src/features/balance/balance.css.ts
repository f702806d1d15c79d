import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

export const card = style({
  borderBlockStart: `3px solid ${vars.colour.brass}`,
});

export const counter = style({
  minBlockSize: `calc(${vars.text.display} * 1.2)`,
  fontFamily: vars.font.display,
  fontSize: vars.text.display,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums lining-nums',
  lineHeight: vars.leading.tight,
  overflowWrap: 'anywhere',
});
