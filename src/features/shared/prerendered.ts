/** Placeholder for the visitor's name or email in a prerendered page. The page replaces it when it loads. */
export const visitorPlaceholder = 'visitor@placeholder.invalid';
