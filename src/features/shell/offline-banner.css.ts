import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';
import { visuallyHiddenRule } from '#ui/VisuallyHidden.css.ts';

/** Fixed at the bottom of the window, so that it causes no layout shift. Clicks pass through it. */
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
  // Moves into the corner, below the promises on the account pages.
  '@media': { [tokens.breakpoints.desktop]: { marginInline: 0 } },
});

globalStyle(`${place} > *`, { paddingBlock: vars.space.xs, boxShadow: vars.shadow.lifted });

/** Hides the hint in a short window, such as at 400% zoom, where it would take a third of the height. */
export const hint = style({ '@media': { '(max-height: 29rem)': visuallyHiddenRule } });
