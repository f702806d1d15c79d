import { globalStyle, style } from '@vanilla-extract/css';
import { column, raised } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color } = vars;

export const summary = style({ display: 'grid', alignItems: 'center' });

// Overlays the error on the hidden figures.
globalStyle(`${summary} > *`, { gridArea: '1 / 1', minInlineSize: 0 });

export const caption = sprinkles({ fontSize: 'sm', color: 'muted' });

/** Hides figures that failed to load but keeps their space. */
export const unseen = style({ visibility: 'hidden' });

/** Draws lines between the figures as gaps that show the background color. */
export const figures = style({
  display: 'grid',
  // Two columns, or one with a large font.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(9rem, 40%)), 1fr))',
  gap: '1px',
  overflow: 'hidden',
  ...raised,
  background: color.line,
  '@media': { [tokens.breakpoints.desktop]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});

export const figure = style([
  column({ justifyContent: 'space-between', paddingBlock: 'md', paddingInline: 'lg' }),
  { background: color.surface },
]);

export const figureValue = style([
  sprinkles({ fontSize: 'xl', fontWeight: 'strong' }),
  {
    minBlockSize: '2.1rem',
    letterSpacing: vars.tracking.heading,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
]);
