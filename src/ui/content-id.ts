/** The id of a page's content, to which its first link leads. */
export const contentId = 'content';
