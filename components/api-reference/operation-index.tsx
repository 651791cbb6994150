import type { Route } from 'next'
import { Link } from '@/components/ui/link'

export interface IndexedPart {
  title: string
  href: Route
  operations: readonly { id: string; method: string; path: string; summary: string; access: string }[]
}

/** All operations, by part. */
export function OperationIndex({ parts }: { parts: readonly IndexedPart[] }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {parts.map(({ title, href, operations }) => (
        <section key={href} aria-label={title}>
          <h3 className="mb-1.5 font-semibold">
            <Link href={href} className="text-accent underline underline-offset-2">
              {title}
            </Link>
          </h3>
          <ul className="divide-y overflow-hidden rounded-md border bg-surface shadow-card">
            {operations.map(({ id, method, path, summary, access }) => (
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
