/**
 * Turbopack loader: parses ICU messages when the application is built, so that no browser has to load a parser
 * (9 kB gzipped). `use-intl/format-message/format-only` reads the result.
 * @param {string} source
 */
module.exports = async (source) => {
  const { default: compile } = await import('icu-minify/compile')
  /** @param {unknown} value @returns {unknown} */
  const compiled = (value) =>
    typeof value === 'string'
      ? compile(value)
      : Object.fromEntries(
          Object.entries(/** @type {object} */ (value)).map(([key, inner]) => [key, compiled(inner)]),
        )
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled(JSON.parse(source))))})`
}
