/** Media queries can't use CSS variables. In a separate file, because scripts need no other tokens. */
export const breakpoints = { tablet: '(min-width: 40rem)', desktop: '(min-width: 60rem)' } as const;
