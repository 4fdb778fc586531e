/**
 * Whether a text is an e-mail address: one `@` with something before it, a domain with a dot after it, and no
 * space. Lists are full of `-`, `n/a` and `by phone` where they have none.
 */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
