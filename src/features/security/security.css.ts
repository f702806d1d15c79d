import { style } from '@vanilla-extract/css';
import { rowGap } from '#ui/Field.css.ts';
import { hairline, muted, raised, spreadRow, wrappedRow } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const column = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'md' });

export const form = style({
  display: 'flex',
  flexDirection: 'column',
  gap: rowGap,
  maxInlineSize: vars.measure.form,
});

export const panel = style([column, sprinkles({ padding: 'lg' }), raised]);

export const list = sprinkles({ display: 'flex', flexDirection: 'column' });

export const line = spreadRow('sm');

const entry = style([
  sprinkles({ paddingBlock: 'sm' }),
  { selectors: { '& + &': { borderBlockStart: hairline } } },
]);

export const item = style([line, entry]);

/** List item that can open a form below its line. */
export const openItem = style([entry, column]);

/** Wraps a long name, so that the button stays in view. */
export const about = style({ flex: '1 1 12rem', minInlineSize: 0, overflowWrap: 'anywhere' });

export const note = muted();
export const actions = wrappedRow();
