import { type ReactNode, Fragment } from 'react'
import { Badge } from '@/components/ui/text/badge'
import { CodeBlock } from '@/components/ui/text/code-block'
import type { Route } from 'next'
import { Link } from '@/components/ui/link'
import { curlOf, notationOf } from '@/lib/api-reference/notation'
import { jsonSchema, operationId, inputSchema } from '@/lib/api-reference/document'
import { operations, type Operation } from '@/lib/api-reference/operations'
import { getTranslator } from '@/lib/core/i18n/server'

/** One operation, as text. */
interface ShownOperation {
  id: string
  method: string
  path: string
  summary: string
  /** A scope, or who may use it. */
  access: string
  isForTokens: boolean
  notes: readonly ReactNode[]
  blocks: readonly { title: string; label: string; text: string }[]
}

export function OperationCard({ operation }: { operation: ShownOperation }) {
  const { id, method, path, summary, access, isForTokens, notes, blocks } = operation
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-md border bg-surface px-5 py-4.5 shadow-card max-md:px-4"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={`${id}-title`} className="text-base font-semibold">
          {summary}
        </h2>
        <Badge tone={isForTokens ? 'ok' : 'neutral'} className="ms-auto">
          {access}
        </Badge>
      </div>
      <p className="mt-1 font-mono text-xs wrap-anywhere text-muted">
        {method} {path}
      </p>
      {notes.map((note, at) => (
        <p key={at} className="mt-2 text-md text-muted">
          {note}
        </p>
      ))}
      {blocks.map(({ title, label, text }) => (
        <div key={title} className="mt-3">
          <h3 className="mb-1 text-md font-medium">{title}</h3>
          <CodeBlock label={label} className="max-h-96">
            {text}
          </CodeBlock>
        </div>
      ))}
    </section>
  )
}

interface IndexedPart {
  title: string
  href: Route
  operations: readonly { id: string; method: string; path: string; summary: string; access: string }[]
}

/** All operations, by part. */
export function OperationIndex({ parts }: { parts: readonly IndexedPart[] }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {parts.map(({ title, href, operations: listed }) => (
        <section key={href} aria-label={title}>
          <h3 className="mb-1.5 font-semibold">
            <Link href={href} className="text-accent underline underline-offset-2">
              {title}
            </Link>
          </h3>
          <ul className="divide-y overflow-hidden rounded-md border bg-surface shadow-card">
            {listed.map(({ id, method, path, summary, access }) => (
              <li key={id}>
                <Link href={`${href}#${id}` as Route} className="block px-4 py-2 hover:bg-sunken">
                  <span className="flex flex-wrap items-baseline gap-x-3">
                    <span className="font-medium">{summary}</span>
                    <span className="ms-auto text-sm text-muted">{access}</span>
                  </span>
                  <span className="block font-mono text-xs wrap-anywhere text-muted">
                    {method} {path}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const slugOf = (tag: Operation['tag']) => tag.toLowerCase().replaceAll(' ', '-')

export const code = (text: string) => <code className="font-mono text-sm">{text}</code>

/** Formats text between backticks as code. */
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
  const { query, body, response, answers, status, example, access, takes, hasIdempotencyKey, summary } =
    operation
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
      ...(hasIdempotencyKey ? [t.rich('keyText', { key: () => code('Idempotency-Key') })] : []),
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
