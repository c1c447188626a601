/** Soft hyphens, zero-width spaces, marks of direction and byte order: they come with text that is copied from web pages and PDFs. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Text without characters that no one sees: with one of them, a policy number would be another number. */
export const visibleText = (text: string): string => text.replace(invisible, '')
