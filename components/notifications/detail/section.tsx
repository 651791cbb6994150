'use client'
import { createContext, type ReactNode, useContext, useId } from 'react'

/** The heading level of sections: 3 in the panel beside the list, 2 on the notification's own page. */
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
  actions?: ReactNode
  children: ReactNode
}

/** A region labelled by its title. */
export function DetailSection({ title, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="px-5 py-4 max-md:px-4">
      <div className="mb-2.5 flex min-h-6.5 flex-wrap items-center gap-2">
        <SectionTitle id={id}>{title}</SectionTitle>
        {actions && <div className="ms-auto">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
