/** Spaces, marks without a letter, and what has no form, such as zero-width characters and blank letters. */
const VISIBLE = /[^\s\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text shows something. Staff cannot find a guest whose name does not. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)
