import { style } from '@vanilla-extract/css';
import arrowRight from 'lucide-static/icons/arrow-right.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { monospace } from '#ui/theme/monospace.css.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space.lg,
  paddingBlock: vars.space.lg,
  paddingInline: vars.space.md,
});

export const header = sprinkles({ display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 'xs' });

export const hint = sprinkles({ color: 'muted', fontSize: 'sm' });

export const choice = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'xs' }),
  { padding: 0, border: 'none', minInlineSize: 0 },
]);

export const legend = style([hint, { padding: 0, marginBlockEnd: vars.space.xs }]);

export const standing = style([monospace, { fontSize: vars.text.sm }]);

export const columns = style({
  display: 'grid',
  gap: vars.space.lg,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [tokens.breakpoints.desktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.5fr) minmax(0, 1.5fr)' },
  },
});

export const panel = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'sm' }),
  { minInlineSize: 0 },
]);

const plainList = style({ listStyle: 'none', padding: 0 });

export const events = style([
  plainList,
  sprinkles({ display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 'xs' }),
]);

export const event = style([monospace, { fontSize: vars.text.sm }]);

export const log = style([plainList, sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' })]);

export const entry = style([monospace, { fontSize: vars.text.sm, overflowWrap: 'anywhere' }]);

export const ledTo = iconStyle(arrowRight, {
  inlineSize: '1em',
  blockSize: '1em',
  verticalAlign: '-0.125em',
});

export const copying = sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'sm' });

export const code = style([
  monospace,
  {
    overflow: 'auto',
    maxBlockSize: '24rem',
    marginBlockStart: vars.space.xs,
    padding: vars.space.sm,
    borderRadius: vars.radius.md,
    background: vars.colour.sunken,
    fontSize: vars.text.xs,
  },
]);
