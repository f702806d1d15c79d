import { style, styleVariants } from '@vanilla-extract/css';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

const base = style([
  sprinkles({ display: 'flex', gap: 'sm', paddingBlock: 'sm', paddingInline: 'md' }),
  {
    borderInlineStart: '4px solid currentColor',
    borderRadius: vars.radius.sm,
  },
]);

export const banner = styleVariants({
  success: [base, { background: colour.successSurface, color: colour.successText }],
  error: [base, { background: colour.dangerSurface, color: colour.dangerText }],
  info: [base, { background: colour.infoSurface, color: colour.infoText }],
  warning: [base, { background: colour.warningSurface, color: colour.warningText }],
});

export const glyph = style({ fontWeight: vars.weight.strong });

export const body = style({ minInlineSize: 0, flex: 1, color: colour.text });
