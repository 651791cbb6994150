/**
 * The project's own lint rules, loaded by oxlint (`jsPlugins` in .oxlintrc.json). no-restricted-imports is not enough:
 * it does not resolve `import()` and relative paths, and would need a copy for every feature folder.
 */
import { relative, sep } from 'node:path'
import { booleanNames } from './booleans.mjs'
import { wrongDirection } from './directions.mjs'

/** Finds class names that say left or right where a language may be written from right to left. */

const PHYSICAL =
  /(?:^|[\s:"'])(-?(?:(?:[mp][lr]|scroll-[mp][lr]|left|right)-(?:\d[\w./]*|\[[^\]]*\]|\(--[^)]*\)|auto|full|px)|(?:border|rounded)-(?:[lr]|[tb][lr])(?:-[\w[\].]+)?|(?:text|float|clear)-(?:left|right)))(?=$|[\s"'])/

/**
 * Returns the first class of a source text that names a physical side, or undefined.
 * @param {string} text
 */
const physicalSide = (text) => PHYSICAL.exec(text)?.[1]

/**
 * The subset of ESTree that these rules read.
 * @typedef {{ type: string, value?: unknown, name?: unknown, parent?: Node, source?: Node | null, argument?: Node,
 *   computed?: boolean, object?: Node, tag?: Node,
 *   quasi?: { quasis: { value: { raw: string } }[], expressions: Node[] } }} Node
 * @typedef {{ filename: string, cwd: string, report: (finding: { node: Node, message: string }) => void }} Context
 */

/** @param {Context} context */
const pathOf = (context) => relative(context.cwd, context.filename).split(sep).join('/')

/** @param {Context} context */
function dependencyDirections(context) {
  const from = pathOf(context)
  /** @param {Node} node */
  const check = (node) => {
    const source = node.source
    if (typeof source?.value !== 'string') return
    const message = wrongDirection(from, source.value)
    if (message !== undefined) context.report({ node: source, message })
  }
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
    TSImportType: check,
  }
}

/** The modules that Next.js reads in `app/`. */
const routeFile =
  /\/(?:page|layout|template|loading|error|global-error|not-found|forbidden|unauthorized|default|route)\.tsx?$/

/** @param {Context} context */
function routesOnly(context) {
  const path = pathOf(context)
  if (!path.startsWith('app/') || routeFile.test(path)) return {}
  return {
    /** @param {Node} node */
    Program: (node) =>
      context.report({
        node,
        message: `${path} is no route: what a page draws belongs to components/, what pages share to lib/pages.`,
      }),
  }
}

/**
 * `href="#add"` is an anchor, not a colour.
 * @param {Node} node
 */
const isAddress = (node) => node.parent?.type === 'JSXAttribute' && nameOf(node.parent) === 'href'

/** @param {Node} attribute */
const nameOf = (attribute) => /** @type {{ name?: unknown } | undefined} */ (attribute.name)?.name

/** @param {Context} context */
function noRawColours(context) {
  if (!/^(?:app|components)\/.*\.tsx$/.test(pathOf(context))) return {}
  /** @param {Node} node @param {unknown} text */
  const check = (node, text) => {
    const colour = typeof text === 'string' ? rawColour(text) : undefined
    if (colour === undefined || isAddress(node)) return
    context.report({
      node,
      message: `${colour} is a raw colour: use a token of components/ui/styles/tokens.css, so that dark mode and contrast hold.`,
    })
  }
  return {
    /** @param {Node} node */
    Literal: (node) => check(node, node.value),
    /** @param {Node} node */
    TemplateElement: (node) => check(node, /** @type {{ raw?: unknown }} */ (node.value).raw),
  }
}

/** @param {Context} context */
function noPhysicalSides(context) {
  if (!/^(?:app|components)\/.*\.tsx?$/.test(pathOf(context))) return {}
  /** @param {Node} node @param {unknown} text */
  const check = (node, text) => {
    const found = typeof text === 'string' ? physicalSide(text) : undefined
    if (found === undefined) return
    context.report({
      node,
      message: `${found} names left or right: write start or end (ms-, pe-, text-end, border-s), which also fit languages from right to left.`,
    })
  }
  return {
    /** @param {Node} node */
    Literal: (node) => check(node, node.value),
    /** @param {Node} node */
    TemplateElement: (node) => check(node, /** @type {{ raw?: unknown }} */ (node.value).raw),
  }
}

/** @param {Context} context */
function qualifiedSubQueries(context) {
  // Names imported from a feature's tables, and `table`, as generic code calls its parameter.
  const tables = new Set(['table'])
  return {
    /** @param {Node & { specifiers?: { local: { name: string } }[] }} node */
    ImportDeclaration(node) {
      if (!/\/tables(?:\/|$)/.test(String(node.source?.value))) return
      for (const { local } of node.specifiers ?? []) tables.add(local.name)
    },
    /** @param {Node & { id?: Node, init?: { callee?: { name?: string } } | null }} node */
    VariableDeclarator(node) {
      const isAlias = /^(?:alias|aliasedTable)$/.test(node.init?.callee?.name ?? '')
      if (isAlias && typeof node.id?.name === 'string') tables.add(node.id.name)
    },
    /** @param {Parameters<typeof unqualifiedColumns>[0]} node */
    TaggedTemplateExpression(node) {
      for (const column of unqualifiedColumns(node, tables)) {
        context.report({
          node: column,
          message:
            'Drizzle may print this column without its table, so that it means one of another table: write qualified(column) (lib/core/server/sql.ts).',
        })
      }
    },
  }
}

export default {
  meta: { name: 'counterfoil' },
  rules: {
    'boolean-names': { create: booleanNames },
    'dependency-directions': { create: dependencyDirections },
    'no-raw-colours': { create: noRawColours },
    'no-physical-sides': { create: noPhysicalSides },
    'routes-only': { create: routesOnly },
    'qualified-sub-queries': { create: qualifiedSubQueries },
  },
}

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
function rawColour(text) {
  return PALETTE_CLASS.exec(text)?.[1] ?? HEX.exec(text)?.[1]
}

/**
 * Finds columns in sub-queries that Drizzle may print without their table (lib/core/server/sql.ts). `shop_id` of
 * the outer row would then mean the inner table's column, and the sub-query would compare a column with itself.
 */

/** Drizzle does not change the columns in a whole statement. */
const STATEMENT = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i

/**
 * Returns the columns in an SQL template with a sub-query that lack `qualified`.
 * @param {Node} template
 * @param {ReadonlySet<string>} tables
 * @returns {Node[]}
 */
function unqualifiedColumns({ tag, quasi }, tables) {
  if (tag?.type !== 'Identifier' || tag.name !== 'sql' || !quasi) return []
  const text = quasi.quasis.map(({ value }) => value.raw).join(' ? ')
  if (!/\bSELECT\b/i.test(text) || STATEMENT.test(text)) return []
  return quasi.expressions.filter(
    ({ type, computed, object }) =>
      type === 'MemberExpression' &&
      computed !== true &&
      object?.type === 'Identifier' &&
      tables.has(String(object.name)),
  )
}
