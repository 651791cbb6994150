/** What cannot be seen, or turns around what stands beside it: controls, marks of direction, line ends of Unicode. */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Foreign text as it can be looked at: what hides in it is written out, as in “\u202e”. */
export const visibleText = (text: string): string =>
  text.replace(hidden, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
