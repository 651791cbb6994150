import type { Route } from 'next'
import { Fragment } from 'react'
import { curlOf, notationOf } from '@/lib/api-reference/notation'
import { jsonSchema, operationId, inputSchema } from '@/lib/api-reference/document'
import { operations, type Operation } from '@/lib/api-reference/operations'
import { getTranslator } from '@/lib/core/i18n/server'
import type { IndexedPart } from './operation-index'
import type { ShownOperation } from './operation-card'

const slugOf = (tag: Operation['tag']) => tag.toLowerCase().replaceAll(' ', '-')

export const code = (text: string) => <code className="font-mono text-sm">{text}</code>

/** Sets what stands between backticks as code. */
const inCode = (text: string) => (
  <>
    {text.split('`').map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- parts never move
      <Fragment key={at}>{at % 2 === 1 ? code(part) : part}</Fragment>
    ))}
  </>
)

const basicsOf = ({ method, path, summary, access }: Operation) => {
  const t = getTranslator('apiReference')
  const allowed =
    access.by === 'scope'
      ? t('scope', { scope: access.scope })
      : t(access.by === 'person' ? 'people' : 'open')
  return { id: operationId(method, path), method, path, summary, access: allowed }
}

/** The parts of the reference, in order. */
export function indexedParts(): IndexedPart[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return tags.map((tag) => ({
    title: tag,
    href: `/api-reference/${slugOf(tag)}` as Route,
    operations: operations.filter((one) => one.tag === tag).map(basicsOf),
  }))
}

/** Returns one part of the reference, with examples for the application at `appUrl`, or null if no part has this name. */
export function shownPart(
  slug: string,
  appUrl: string,
): { title: string; operations: ShownOperation[] } | null {
  const operationsOfPart = operations.filter(({ tag }) => slugOf(tag) === slug)
  const [first] = operationsOfPart
  return first ? { title: first.tag, operations: operationsOfPart.map((one) => shown(one, appUrl)) } : null
}

function shown(operation: Operation, appUrl: string): ShownOperation {
  const t = getTranslator('apiReference')
  const { query, body, response, answers, status, example, access, takes, takesKey, summary } = operation
  const { furtherScopes } = operation
  const block = (title: string, text: string) => ({
    title,
    label: t('of', { what: title, operation: summary }),
    text,
  })
  return {
    ...basicsOf(operation),
    isForTokens: access.by === 'scope',
    notes: [
      ...(access.by === 'person' ? [t('peopleText')] : []),
      ...(furtherScopes ? [inCode(furtherScopes)] : []),
      ...(takesKey ? [t.rich('keyText', { key: () => code('Idempotency-Key') })] : []),
      ...(takes ? [`${t('body')}: ${t('file', { type: takes })}`] : []),
      ...(answers ? [`${t('answer')}: ${t('file', { type: [answers].flat().join(', ') })}`] : []),
    ],
    blocks: [
      ...(query ? [block(t('query'), notationOf(inputSchema(query)))] : []),
      ...(body ? [block(t('body'), notationOf(inputSchema(body)))] : []),
      ...(response
        ? [block(t('answerOf', { status: String(status) }), notationOf(jsonSchema(response, 'output')))]
        : []),
      ...(example ? [block(t('example'), curlOf(operation, appUrl, '{shop}'))] : []),
    ],
  }
}
