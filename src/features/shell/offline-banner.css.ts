import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';
import { visuallyHiddenRule } from '#ui/VisuallyHidden.css.ts';

/** At the window's bottom edge until the page's end, where it has its own place and covers nothing. */
export const place = style({
  position: 'sticky',
  zIndex: 9,
  insetBlockEnd: 0,
  paddingBlockEnd: 'env(safe-area-inset-bottom)',
  background: vars.color.warningSurface,
  fontSize: vars.text.sm,
});

globalStyle(`${place} > *`, {
  justifyContent: 'center',
  paddingBlock: vars.space.xs,
  borderWidth: '1px 0 0',
  borderRadius: 0,
});

globalStyle(`${place} > * > *`, { flex: '0 1 auto' });

// Scrolls focused controls clear of the banner.
globalStyle(`html:has(${place})`, {
  '@supports': { 'selector(:has(a))': { scrollPaddingBlockEnd: '4rem' } },
});

/** Hides the hint in a short window, such as at 400% zoom, where it would take a third of the height. */
export const hint = style({ '@media': { '(max-height: 29rem)': visuallyHiddenRule } });
