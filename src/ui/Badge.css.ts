import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.xxs,
  paddingBlock: '0.125rem',
  paddingInline: vars.space.xs,
  borderRadius: vars.radius.full,
  fontSize: vars.text.xs,
  fontWeight: vars.weight.strong,
  whiteSpace: 'nowrap',
});

export const badge = styleVariants({
  neutral: [base, { background: colour.sunken, color: colour.text }],
  success: [base, { background: colour.successSurface, color: colour.successText }],
  warning: [base, { background: colour.warningSurface, color: colour.warningText }],
  danger: [base, { background: colour.dangerSurface, color: colour.dangerText }],
  info: [base, { background: colour.infoSurface, color: colour.infoText }],
});
