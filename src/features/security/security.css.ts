import { style } from '@vanilla-extract/css';
import { rowGap } from '#ui/Field.css.ts';
import { column, hairline, muted, raised, spreadRow, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const form = style([column(), { gap: rowGap, maxInlineSize: vars.measure.form }]);

export const panel = style([column({ gap: 'md', padding: 'lg' }), raised]);

export const list = column();

export const line = spreadRow({ gap: 'sm' });

const entry = style([
  sprinkles({ paddingBlock: 'sm' }),
  { selectors: { '& + &': { borderBlockStart: hairline } } },
]);

export const item = style([line, entry]);

/** List item that can open a form below its line. */
export const openItem = style([entry, column({ gap: 'md' })]);

/** Wraps a long name, so that the button stays in view. */
export const about = style({ flex: '1 1 12rem', minInlineSize: 0, overflowWrap: 'anywhere' });

export const note = muted();
export const actions = wrapped({ gap: 'sm' });
