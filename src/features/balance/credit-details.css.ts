import { style } from '@vanilla-extract/css';
import { wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';
import { inset } from './balance.css.ts';

const { color, space } = vars;
const { tablet } = tokens.breakpoints;

/** Overlaps the card's padding, or its empty right half, so that it causes no layout shift. */
export const details = style([
  wrapped({ fontSize: 'sm' }),
  {
    alignItems: 'baseline',
    columnGap: space.md,
    marginBlock: `0 calc(${space.xs} - ${space.xxl})`,
    color: color.onVaultMuted,
    fontVariantNumeric: 'tabular-nums lining-nums',
    lineHeight: vars.leading.tight,
    '@media': {
      [tablet]: {
        position: 'absolute',
        insetBlockStart: '50%',
        insetInlineEnd: inset,
        transform: 'translateY(-50%)',
        flexFlow: 'column',
        alignItems: 'end',
        gap: space.xs,
        maxInlineSize: '42%',
        margin: 0,
        padding: space.md,
        // Keeps the engraving away from the text.
        borderRadius: vars.radius.md,
        background: color.vault,
        textAlign: 'end',
      },
    },
  },
]);

export const available = style([
  sprinkles({ fontSize: 'lg', fontWeight: 'strong' }),
  {
    minInlineSize: 0,
    color: color.onVault,
    overflowWrap: 'anywhere',
    '@media': { [tablet]: { fontSize: vars.text.xxl } },
  },
]);

export const link = style({ color: 'inherit', textUnderlineOffset: '0.2em' });
