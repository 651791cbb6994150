/** Finds in a source file the messages that its components use, and the modules that it loads. */
import { parseSync, visitorKeys } from 'oxc-parser'
import { en } from '@/lib/core/i18n/en'

export interface UsedWords {
  /**
   * Without types, and without what `lazyWithMessages` opens (lib/core/i18n/lazy-with-messages.tsx), which comes with
   * all messages.
   */
  imports: string[]
  /** Paths of messages: of one message, or of a group or namespace for all that are in it. */
  words: string[]
  /** Keys in the namespace that a list or form is `of`. `undefined` means all of them. */
  keysOfSubject: (string | undefined)[]
}

interface Tree {
  type: string
  [key: string]: unknown
}
/** What a translator translates: what is below a path, all messages (''), or those of the namespace that is `of`. */
type Source = string | { isOfSubject: true }
/** The translators that a function knows, by the names of their variables. */
type Scope = ReadonlyMap<string, Source>

export function usedWords(file: string, text: string): UsedWords {
  const used: UsedWords = { imports: [], words: [], keysOfSubject: [] }

  const record = (source: Source, keys: (string | undefined)[]) => {
    if (typeof source !== 'string') used.keysOfSubject.push(...keys)
    else if (source !== '') used.words.push(...keys.map((key) => wordsPath(source, key)))
  }

  const visit = (node: Tree, scope: Scope): void => {
    if (isType(node) || calls(node, 'lazyWithMessages')) return
    const loaded = moduleOf(node)
    if (loaded) used.imports.push(loaded)
    const translator = node.type === 'CallExpression' && translatorOf(node.callee as Tree, scope)
    if (translator) record(translator, keysOf((node.arguments as Tree[])[0]))
    const whole = translatorOf(node, scope)
    if (whole !== undefined) record(whole, [undefined])
    const inner = isFunction(node) ? withTranslatorsOf(node, scope) : scope
    for (const child of partsOf(node)) if (!translator || child !== node.callee) visit(child, inner)
  }

  visit(parseSync(file, text).program as unknown as Tree, new Map())
  if (/useTranslations\(\)/.test(text)) used.words.push(...namedInFull(text))
  for (const [, name = ''] of text.matchAll(/namespace: '([\w.]+)'/g)) used.words.push(name)
  return used
}

const isFunction = ({ type }: Tree) => /Function/.test(type) && type !== 'TSFunctionType'
const isType = (node: Tree) =>
  (node.type.startsWith('TS') && node.expression === undefined) ||
  node.importKind === 'type' ||
  node.exportKind === 'type'
const calls = (node: Tree, name: string) =>
  node.type === 'CallExpression' && (node.callee as Tree).name === name

/** The children of a node, without names that are not variables. */
function partsOf(node: Tree): Tree[] {
  const isNamed = node.computed !== true && (node.type === 'MemberExpression' || node.type === 'Property')
  const skipped = isNamed ? (node.type === 'Property' ? 'key' : 'property') : undefined
  const isTranslator = node.type === 'VariableDeclarator' && sourceOf(node.init as Tree | null) !== undefined
  if (isTranslator) return []
  // `useMemo(…, [t])` only compares.
  if (node.type === 'CallExpression' && /^use[A-Z]/.test(String((node.callee as Tree).name)))
    return (node.arguments as Tree[]).filter(({ type }, index) => index !== 1 || type !== 'ArrayExpression')
  return (visitorKeys[node.type] ?? [])
    .filter((key) => key !== skipped)
    .flatMap((key) => node[key] as Tree | Tree[] | null)
    .filter((child) => child !== null && child !== undefined)
}

function moduleOf(node: Tree): string | undefined {
  const specifiers = (node.specifiers ?? []) as Tree[]
  if (specifiers.length > 0 && specifiers.every(({ importKind }) => importKind === 'type')) return undefined
  const source = node.source as { value?: unknown } | null | undefined
  return typeof source?.value === 'string' ? source.value : undefined
}

/** What `useTranslations(…)` returns here. */
function sourceOf(node: Tree | null): Source | undefined {
  if (!node || !calls(node, 'useTranslations')) return undefined
  const [path] = node.arguments as Tree[]
  if (path === undefined) return ''
  return typeof path.value === 'string' ? path.value : { isOfSubject: true }
}

/** The translator that an expression is: a variable, one of its methods (`t.rich`), or the call that creates it. */
function translatorOf(node: Tree, scope: Scope): Source | undefined {
  if (node.type === 'Identifier') return scope.get(node.name as string)
  if (node.type === 'MemberExpression') return translatorOf(node.object as Tree, scope)
  return sourceOf(node)
}

function withTranslatorsOf(fn: Tree, scope: Scope): Scope {
  const inner = new Map(scope)
  for (const parameter of fn.params as Tree[]) inner.delete(parameter.name as string)
  const declare = (node: Tree) => {
    const source = node.type === 'VariableDeclarator' ? sourceOf(node.init as Tree | null) : undefined
    if (source !== undefined) inner.set((node.id as Tree).name as string, source)
    else if (!isFunction(node)) for (const part of partsOf(node)) declare(part)
  }
  for (const part of partsOf(fn)) declare(part)
  return inner
}

/** The keys that an expression can be. Of a template literal, the initial group; `undefined` if any key is possible. */
function keysOf(node: Tree | undefined): (string | undefined)[] {
  if (!node) return [undefined]
  if (typeof node.value === 'string') return [node.value]
  if (node.type === 'TemplateLiteral') {
    const [start = ''] = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    return [groupOf(start)]
  }
  if (node.type === 'ConditionalExpression')
    return [...keysOf(node.consequent as Tree), ...keysOf(node.alternate as Tree)]
  return node.expression ? keysOf(node.expression as Tree) : [undefined]
}

/** Without a key, the path means all messages in it. */
export const wordsPath = (path: string, key: string | undefined): string =>
  key === undefined ? path : `${path}.${key}`

/** What is before the last dot: of `list.mode` or `list.`, `list`. */
const groupOf = (path: string): string | undefined => /^(.+)\./.exec(path)?.[1]

/** Messages requested from a translator of the whole application: `'products.new'`, or what starts a template. */
function namedInFull(text: string): string[] {
  return [...text.matchAll(/['`](\w+)\.([\w.]+|)(\$|['`])/g)].flatMap(
    ([, namespace = '', key = '', mark]) => {
      const path = wordsPath(namespace, key)
      if (mark === '$') return namespace in en ? [groupOf(path) ?? namespace] : []
      return typeof messageAt(path) === 'string' ? [path] : []
    },
  )
}

/** The message or group of messages at a path. */
export const messageAt = (path: string): unknown =>
  path.split('.').reduce((found: unknown, name) => (found as Record<string, unknown> | undefined)?.[name], en)
