import type { ReactNode } from 'react'

interface CardSectionProps {
  title: string
  /** Shows the title. Needed if the form has another section. */
  isTitled: boolean
  children: ReactNode
}

export function CardSection({ title, isTitled, children }: CardSectionProps) {
  return (
    // A fieldset grows with its content. A long text of the merchant would push the fields off a phone's screen.
    <fieldset className="min-w-0 px-6 py-5 wrap-anywhere max-md:px-4">
      <legend className="sr-only">{title}</legend>
      {isTitled && (
        <p aria-hidden className="mb-3 text-base font-semibold">
          {title}
        </p>
      )}
      {children}
    </fieldset>
  )
}
