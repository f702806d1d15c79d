import { globalStyle, keyframes } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

/** Shows the status after one second. In shorter waits, it would only flash. */
const show = keyframes({ to: { visibility: 'visible' } });

// Overlays the page, to avoid layout shift. Aligns at the start, so that new text doesn't move the status.
globalStyle('#pending p', {
  position: 'fixed',
  insetBlockEnd: vars.space.lg,
  insetInlineStart: vars.space.lg,
  zIndex: 10,
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.sm,
  padding: `${vars.space.xs} ${vars.space.md}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  color: vars.color.textMuted,
  boxShadow: vars.shadow.floating,
  pointerEvents: 'none',
  visibility: 'hidden',
  animation: `${show} 0s 1s forwards`,
});
