import { style } from '@vanilla-extract/css';
import monitorSmartphone from 'lucide-static/icons/monitor-smartphone.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { spreadRow } from '#ui/theme/rows.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

/** Takes the focus of what has gone. */
export const devices = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'md' });

export const openIcon = iconStyle(monitorSmartphone);

export const list = sprinkles({ display: 'flex', flexDirection: 'column' });

/** Says something at the start, and has its button at the end. */
export const line = spreadRow('sm');

export const item = style([
  line,
  sprinkles({ paddingBlock: 'sm' }),
  { selectors: { '& + &': { borderBlockStart: `1px solid ${vars.colour.line}` } } },
]);

/** Wraps a long name rather than pushing the button out. */
export const about = style({ flex: '1 1 12rem', minInlineSize: 0, overflowWrap: 'anywhere' });

export const note = sprinkles({ color: 'muted', fontSize: 'sm' });

/** Stands apart from the devices above it. */
export const security = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'sm' }),
  { paddingBlockStart: vars.space.lg, borderBlockStart: `1px solid ${vars.colour.line}` },
]);

export const actions = sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'sm' });
