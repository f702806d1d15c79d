import { globalStyle, style } from '@vanilla-extract/css';
import copyShape from 'lucide-static/icons/copy.svg?raw';
import printer from 'lucide-static/icons/printer.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { column, plainList, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

const { color, weight } = vars;

export const printIcon = iconStyle(printer);
export const copyIcon = iconStyle(copyShape);

/** Doesn't make its row taller. */
export const copy = style({ marginBlock: `calc(-1 * ${vars.space.sm})`, backgroundClip: 'content-box' });

export const copied = style({ color: color.textMuted, fontSize: vars.text.xs });

export const note = style([sprinkles({ fontSize: 'xs', color: 'muted' }), { maxInlineSize: '24rem' }]);

export const details = column();

export const fact = style([
  wrapped({ justifyContent: 'space-between', gap: 'xs', paddingBlock: 'xs' }),
  { selectors: { '& + &': { borderBlockStart: `1px solid ${color.line}` } } },
]);

export const muted = sprinkles({ color: 'muted', fontSize: 'sm' });

export const value = style({
  minInlineSize: 0,
  fontVariantNumeric: 'tabular-nums',
  fontWeight: weight.medium,
  overflowWrap: 'anywhere',
});

export const reversals = style([column({ gap: 'xs' }), { marginBlockStart: vars.space.md }]);

export const reversalsTitle = style({ fontSize: vars.text.md });

export const reversalList = style(plainList);

export const reversal = style([
  column({ paddingBlock: 'xs' }),
  { borderBlockStart: `1px solid ${color.line}` },
]);

/** Gives the amount the space that it needs, up to half the row. */
export const reversalHead = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) fit-content(50%)',
  columnGap: vars.space.sm,
});

export const reversalFacts = style([
  wrapped({ justifyContent: 'space-between', fontSize: 'sm', color: 'muted' }),
  { columnGap: vars.space.sm, fontVariantNumeric: 'tabular-nums' },
]);

/** As high as its button, so that a response moves nothing. */
export const refund = style([
  wrapped({ alignItems: 'center', gap: 'sm' }),
  { minBlockSize: vars.target.control },
]);

/** Stays in the DOM, so that screen readers announce new text. */
export const refundLine = style([
  sprinkles({ fontSize: 'sm' }),
  { flex: '1 1 14rem', selectors: { '&:empty': { position: 'absolute' } } },
]);

export const receipt = style({
  display: 'none',
  '@media': {
    print: {
      display: 'flex',
      flexDirection: 'column',
      gap: vars.space.lg,
      maxInlineSize: vars.measure.prose,
      marginInline: 'auto',
    },
  },
});

/** Attribute of the root element. While it's set, only the receipt is printed. */
export const printsReceipt = 'data-prints-receipt';
const root = `html[${printsReceipt}]`;

globalStyle(`${root} > body`, {
  '@media': { print: { minHeight: 0 } },
});

globalStyle(`${root} > body > :not(${receipt})`, {
  '@media': { print: { display: 'none' } },
});

export const header = style({ borderBlockEnd: `2px solid`, paddingBlockEnd: vars.space.sm });

export const brand = style({ fontWeight: vars.weight.strong });

export const line = style([
  sprinkles({ display: 'flex', justifyContent: 'space-between', gap: 'lg', paddingBlock: 'xxs' }),
  { overflowWrap: 'anywhere' },
]);

globalStyle(`${line} > dd`, { textAlign: 'end' });

export const total = style([
  line,
  {
    marginBlockStart: vars.space.xs,
    paddingBlockStart: vars.space.xs,
    borderBlockStart: `1px solid`,
    fontSize: vars.text.lg,
    fontWeight: vars.weight.strong,
  },
]);
