/**
 * Names of booleans, judged without types: by an annotation or by the initial value. What types alone would show stays
 * unseen.
 */

/**
 * The subset of ESTree that this file reads.
 * @typedef {{ type: string, name?: unknown, value?: unknown, operator?: string, kind?: string, regex?: unknown,
 *   callee?: Node, key?: Node, left?: Node, right?: Node, id?: Node, init?: Node | null, computed?: boolean,
 *   typeAnnotation?: Node | null, types?: Node[], literal?: Node }} Node
 */

/** `is…`, `has…`, and `may…`, `can…` for permissions and possibilities. An underscore marks what is unused. */
const BOOLEAN = /^_?(?:is|has|may|can)(?:[A-Z_]|$)|^_/

/**
 * Names that others gave: fields of our API and of the gateway, columns, options of libraries and of the DOM,
 * and `connected` in messages between tabs, which may run different versions.
 */
const GIVEN = new Set(
  `accept_untested alike archived bom enabled known run syncing total_exact whole
  customer_contract auto_pay iframe immortal infinite test save skip force
  anotherCardToggle areAddressesEntered customerEmails mustChangePassword networkIsEnough
  saveCardToggle success threeDSecure verificationAcceptsOnFailure
  autoFocus jitless retry scroll connected`.split(/\s+/),
)

/** @param {Node | null | undefined} type @returns {boolean} */
function isBooleanType(type) {
  if (type?.type === 'TSTypeAnnotation') return isBooleanType(type.typeAnnotation)
  if (type?.type !== 'TSUnionType') return type?.type === 'TSBooleanKeyword'
  const types = type.types ?? []
  return types.some(isBooleanType) && types.every((one) => isBooleanType(one) || EMPTY.has(one.type))
}

const EMPTY = new Set(['TSUndefinedKeyword', 'TSNullKeyword'])
const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=', 'in', 'instanceof'])

/** @param {Node | null | undefined} value */
const isBooleanValue = (value) =>
  (value?.type === 'Literal' && typeof value.value === 'boolean') ||
  (value?.type === 'UnaryExpression' && value.operator === '!') ||
  (value?.type === 'BinaryExpression' && COMPARISONS.has(String(value.operator)))

const OTHER_VALUES = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'TemplateLiteral',
  'TaggedTemplateExpression',
])

/** Whether a value is surely no boolean. `useRef` is: a ref of a boolean is named `is…Ref`. @param {Node} value */
const isOtherValue = ({ type, value, callee }) =>
  OTHER_VALUES.has(type) ||
  (type === 'Literal' && typeof value !== 'boolean') ||
  (type === 'NewExpression' && /^(?:Set|Map|RegExp)$/.test(String(callee?.name))) ||
  (type === 'CallExpression' && callee?.name === 'useRef')

/**
 * Returns what is wrong with the name of a variable, or undefined.
 * @param {Node} id @param {Node | null | undefined} init
 */
function objectionTo({ name, typeAnnotation }, init) {
  if (typeof name !== 'string') return undefined
  if (isBooleanType(typeAnnotation) || isBooleanValue(init)) return objectionToBoolean(name)
  const isNamedAsBoolean =
    /^(?:is|has)[A-Z]/.test(name) && !(name.endsWith('Ref') && init?.callee?.name === 'useRef')
  return init && isNamedAsBoolean && isOtherValue(init)
    ? `${name} holds no boolean: name what it holds (knownIds, isOpenRef).`
    : undefined
}

/** @param {string} name */
const objectionToBoolean = (name) =>
  BOOLEAN.test(name) || GIVEN.has(name)
    ? undefined
    : `${name} is a boolean: name it is… or has…, or may… or can… for what is allowed or possible.`

/**
 * Keeps names of booleans apart from others.
 * @param {{ report: (finding: { node: Node, message: string }) => void }} context
 */
export function booleanNames(context) {
  /** @param {Node} node @param {string | undefined} message */
  const report = (node, message) => message !== undefined && context.report({ node, message })
  /** @param {{ params: Node[] }} node */
  const checkParameters = ({ params }) => {
    for (const parameter of params) {
      const [id, init] =
        parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter, null]
      if (id?.type === 'Identifier') report(id, objectionTo(id, init))
    }
  }
  return {
    /** @param {Node} node */
    VariableDeclarator: ({ id, init }) => id && report(id, objectionTo(id, init)),
    FunctionDeclaration: checkParameters,
    FunctionExpression: checkParameters,
    ArrowFunctionExpression: checkParameters,
    /** @param {Node} node */
    TSPropertySignature: ({ key, computed, typeAnnotation }) =>
      key?.type === 'Identifier' && !computed && isBooleanType(typeAnnotation)
        ? report(key, objectionToBoolean(String(key.name)))
        : undefined,
  }
}
