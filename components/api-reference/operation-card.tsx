import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/text/badge'
import { CodeBlock } from '@/components/ui/text/code-block'

/** One operation, as text. */
export interface ShownOperation {
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
