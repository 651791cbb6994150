/**
 * Matches characters that are invisible or change the text direction: controls, bidi marks, Unicode line separators.
 */
const hiddenCharacters =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Returns foreign text with its hidden characters written as escapes, such as “\u202e”. */
export const visibleText = (text: string): string => text.replace(hiddenCharacters, escaped)

/** Characters that start or end a text direction. Leaves out the direction marks, which some languages need. */
const directionChanges = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Escapes direction changes in a name. For text that people inspect character by character, use {@link visibleText}.
 */
export const visibleName = (name: string): string => name.replace(directionChanges, escaped)
