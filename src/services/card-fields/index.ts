export { type CardFields, createCardFields } from './card-fields.ts';
export type { FieldStyles } from './collect-js.ts';
