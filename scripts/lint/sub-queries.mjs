/**
 * Finds columns in sub-queries that Drizzle may print without their table (lib/core/server/qualified.ts). `shop_id` of
 * the outer row would then mean the inner table's column, and the sub-query would compare a column with itself.
 */

/**
 * @typedef {{ type: string, name?: string, computed?: boolean, object?: Node, property?: Node, tag?: Node,
 *   quasi?: { quasis: { value: { raw: string } }[], expressions: Node[] } }} Node
 */

/** In a whole statement Drizzle does not change the columns. */
const isStatement = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i

/**
 * Returns the columns in an SQL template with a sub-query that lack `qualified`.
 * @param {Node} template
 * @param {ReadonlySet<string>} tables
 * @returns {Node[]}
 */
export function unqualifiedColumns({ tag, quasi }, tables) {
  if (tag?.type !== 'Identifier' || tag.name !== 'sql' || !quasi) return []
  const text = quasi.quasis.map(({ value }) => value.raw).join(' ? ')
  if (!/\bSELECT\b/i.test(text) || isStatement.test(text)) return []
  return quasi.expressions.filter(
    ({ type, computed, object }) =>
      type === 'MemberExpression' &&
      computed !== true &&
      object?.type === 'Identifier' &&
      tables.has(String(object.name)),
  )
}
