/** Separate from the other tokens, because media queries can't use variables and scripts need only these. */
export const breakpoints = { tablet: '(min-width: 40rem)', desktop: '(min-width: 60rem)' } as const;
