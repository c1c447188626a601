/** Soft hyphens, zero-width spaces, marks of direction and byte order: they come with text that is copied from web pages and PDFs. */
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g

/**
 * Text without characters that no one sees: with one of them, a policy number would be another number. What turns the direction of the
 * text after it is seen, and stays (P-38).
 */
export const visibleText = (text: string): string => text.replace(invisible, '')
