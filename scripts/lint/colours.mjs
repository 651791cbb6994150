/** Finds colours that bypass the design tokens of components/ui/styles/tokens.css, and so dark mode and contrast. */

const UTILITIES =
  'accent|bg|border|caret|decoration|divide|fill|from|inset-ring|inset-shadow|outline|placeholder|ring|shadow|stroke|text|to|via'
const PALETTE =
  'slate|gray|zinc|neutral|stone|taupe|mauve|mist|olive|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose'

const PALETTE_CLASS = new RegExp(
  `(?:^|[\\s:!"'])((?:${UTILITIES})-(?:[xytrbles]-)?(?:${PALETTE})-(?:50|950|[1-9]00))\\b`,
)
const HEX = /(?:^|[\s[(:,"'])(#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4}))(?=$|[\s\]),;"'/])/i

/**
 * Returns the first raw colour in a source text, or undefined.
 * @param {string} text
 */
export function rawColour(text) {
  return PALETTE_CLASS.exec(text)?.[1] ?? HEX.exec(text)?.[1]
}
