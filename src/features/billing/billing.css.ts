import { style } from '@vanilla-extract/css';
import { rowGap } from '#ui/Field.css.ts';
import { column, hairline, muted, raised, spreadRow, surface, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, space } = vars;

export const lead = sprinkles({ color: 'muted' });

export const list = style([column(), raised]);

export const item = style([
  spreadRow({ gap: 'sm', paddingBlock: 'md', paddingInline: 'lg' }),
  { selectors: { '& + &': { borderBlockStart: hairline } } },
]);

/** Wraps a long name, so that the buttons stay in view. */
export const about = style({ flex: '1 1 12rem', minInlineSize: 0, overflowWrap: 'anywhere' });

export const name = wrapped({ alignItems: 'center', gap: 'xs', fontWeight: 'strong' });

export const note = muted();
export const warning = style([sprinkles({ fontSize: 'sm' }), { color: color.dangerText }]);

/** Takes no space while empty. Stays in the DOM, so that screen readers announce new text. */
export const news = style({ selectors: { '&:empty': { position: 'absolute' } } });

export const empty = style([column({ gap: 'xs', padding: 'lg' }), surface]);

export const panel = style([column({ gap: 'md', padding: 'lg' }), raised]);

export const atEnd = style({ marginInlineStart: 'auto' });

export const facts = style([
  wrapped({ alignItems: 'baseline', gap: 'md' }),
  { margin: 0, columnGap: space.xl },
]);

export const fact = style({ minInlineSize: 0 });

export const charge = wrapped({ alignItems: 'baseline', gap: 'xs' });

export const form = style([
  column(),
  { gap: rowGap, borderBlockStart: hairline, paddingBlockStart: space.md },
]);

/** Uses two columns if they fit. The row gap has room for an error. */
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 22rem), 1fr))',
  columnGap: space.lg,
  rowGap,
});

export const group = style({ maxInlineSize: vars.measure.form, margin: 0, padding: 0, border: 'none' });

/** Has room for the field's error. */
export const groupField = style({ paddingBlock: `${space.sm} ${space.md}` });

export const agreement = wrapped({ alignItems: 'center', gap: 'md' });

export const consent = style({ flex: '1 1 20rem', minInlineSize: 0, fontSize: vars.text.sm });

export const row = wrapped({ alignItems: 'center', gap: 'sm' });

export const actions = wrapped({ gap: 'xs' });
