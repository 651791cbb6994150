'use client'
import { createContext, type ReactNode, useContext, useId } from 'react'

/** Beside the list a detail stands under the list's heading and its own; on its page right under the page's. */
export const SectionLevel = createContext<2 | 3>(3)

export function SectionTitle({ id, children }: { id?: string; children: ReactNode }) {
  const Title = `h${useContext(SectionLevel)}` as const
  return (
    <Title id={id} className="text-base font-semibold">
      {children}
    </Title>
  )
}

interface SectionProps {
  title: string
  /** At the end of the title's line. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a detail: a region that is named by its title. */
export function DetailSection({ title, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="px-5 py-4 max-md:px-4">
      <div className="mb-2.5 flex min-h-6.5 flex-wrap items-center gap-2">
        <SectionTitle id={id}>{title}</SectionTitle>
        {actions && <div className="ml-auto">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
