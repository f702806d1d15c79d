import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

const ink = '#000';
const paper = '#fff';

export const receipt = style({
  display: 'none',
  '@media': {
    print: {
      display: 'flex',
      flexDirection: 'column',
      gap: vars.space.lg,
      maxInlineSize: vars.measure.prose,
      marginInline: 'auto',
      colorScheme: 'light',
      background: paper,
      color: ink,
    },
  },
});

/** An attribute of the page's root. With it, print shows only the receipt. */
export const printsReceipt = 'data-prints-receipt';
const root = `html[${printsReceipt}]`;

globalStyle(root, {
  '@media': { print: { background: paper } },
});

globalStyle(`${root} > body`, {
  '@media': { print: { minHeight: 0, background: paper } },
});

globalStyle(`${root} > body > :not(${receipt})`, {
  '@media': { print: { display: 'none' } },
});

export const header = style({ borderBlockEnd: `2px solid ${ink}`, paddingBlockEnd: vars.space.sm });

export const brand = style({ fontWeight: vars.weight.strong });

export const line = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space.lg,
  paddingBlock: vars.space.xxs,
  overflowWrap: 'anywhere',
});

globalStyle(`${line} > dd`, { textAlign: 'end' });

export const total = style([
  line,
  {
    marginBlockStart: vars.space.xs,
    paddingBlockStart: vars.space.xs,
    borderBlockStart: `1px solid ${ink}`,
    fontSize: vars.text.lg,
    fontWeight: vars.weight.strong,
  },
]);
