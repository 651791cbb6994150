/** Finds class names that say left or right where a language may be written from right to left. */

const PHYSICAL =
  /(?:^|[\s:"'])(-?(?:(?:[mp][lr]|scroll-[mp][lr]|left|right)-(?:\d[\w./]*|\[[^\]]*\]|\(--[^)]*\)|auto|full|px)|(?:border|rounded)-(?:[lr]|[tb][lr])(?:-[\w[\].]+)?|(?:text|float|clear)-(?:left|right)))(?=$|[\s"'])/

/**
 * Returns the first class of a source text that names a physical side, or undefined.
 * @param {string} text
 */
export const physicalSide = (text) => PHYSICAL.exec(text)?.[1]
