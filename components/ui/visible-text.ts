/** What cannot be seen, or turns around what stands beside it: controls, marks of direction, line ends of Unicode. */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const written = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Foreign text as it can be looked at: what hides in it is written out, as in “\u202e”. */
export const visibleText = (text: string): string => text.replace(hidden, written)

/** What begins or ends another direction. The marks of direction are not among them: some languages are written with them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A name as it can be read: it goes its own way, and turns nothing around. Of what people write; for what is looked at
 * sign by sign, {@link visibleText}.
 */
export const visibleName = (name: string): string => name.replace(turning, written)
