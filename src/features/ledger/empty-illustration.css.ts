import { style } from '@vanilla-extract/css';
import { vars } from '#ui/theme/theme.css.ts';

const { colour } = vars;

export const drawing = style({ inlineSize: '11rem', blockSize: 'auto' });

export const ground = style({ fill: colour.sunken });

export const page = style({ fill: colour.surface, stroke: colour.controlLine, strokeWidth: 2 });

export const rule = style({ stroke: colour.line, strokeWidth: 3, strokeLinecap: 'round' });

export const entry = style({ stroke: colour.controlLine, strokeWidth: 3, strokeLinecap: 'round' });

export const coin = style({ fill: colour.warningSurface, stroke: colour.brass, strokeWidth: 2.5 });

export const mark = style({ fill: 'none', stroke: colour.brass, strokeWidth: 2.5, strokeLinecap: 'round' });
