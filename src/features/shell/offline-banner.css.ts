import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';
import { visuallyHiddenRule } from '#ui/VisuallyHidden.css.ts';

/** Lies over the lower edge of the window: when it comes or goes, nothing in the page moves. A press goes through it. */
export const place = style({
  position: 'fixed',
  zIndex: 9,
  insetBlockEnd: 'env(safe-area-inset-bottom)',
  insetInline: 0,
  inlineSize: 'fit-content',
  maxInlineSize: '100%',
  marginInline: 'auto',
  padding: vars.space.xs,
  fontSize: vars.text.sm,
  pointerEvents: 'none',
  // In the corner, below what the account pages promise.
  '@media': { [tokens.breakpoints.desktop]: { marginInline: 0 } },
});

globalStyle(`${place} > *`, { paddingBlock: vars.space.xs, boxShadow: vars.shadow.lifted });

/** Out of sight in a low window, such as one at 400 %, of which it would take a third. */
export const hint = style({ '@media': { '(max-height: 29rem)': visuallyHiddenRule } });
