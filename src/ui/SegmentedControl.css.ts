import { style } from '@vanilla-extract/css';
import { chosenInForcedColors, fingerHigh, forcedColors } from './media.ts';
import { wrapped } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';
import { tokens } from './theme/tokens.ts';

const { color } = vars;

export const group = style([
  wrapped(),
  {
    minInlineSize: 0,
    inlineSize: 'fit-content',
    padding: '3px',
    border: `1px solid ${color.line}`,
    borderRadius: vars.radius.md,
    background: color.sunken,
  },
]);

export const segment = style({
  flexGrow: 1,
  minBlockSize: vars.target.small,
  paddingInline: '0.5rem',
  border: 'none',
  borderRadius: `calc(${vars.radius.md} - 3px)`,
  background: 'transparent',
  color: color.textMuted,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.medium,
  cursor: 'pointer',
  '@media': {
    ...fingerHigh,
    [tokens.breakpoints.tablet]: { paddingInline: vars.space.sm, fontSize: vars.text.sm },
    [forcedColors]: { selectors: { '&[aria-pressed="true"]': chosenInForcedColors } },
  },
  selectors: {
    '&:hover': { color: color.text },
    '&[aria-pressed="true"]': {
      background: color.surface,
      color: color.accent,
      boxShadow: `0 0 0 1px ${color.controlLine}`,
    },
  },
});
