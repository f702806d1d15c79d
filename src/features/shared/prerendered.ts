/** Stands in a prerendered page for what names its visitor, which is written there when the page is loaded. */
export const visitorPlaceholder = 'visitor@placeholder.invalid';
