import type { ReactNode } from 'react'

interface CardSectionProps {
  title: string
  /** Where there is another part of the form, it needs a title to the eye too. */
  isTitled: boolean
  children: ReactNode
}

/** The part of a payment form about the card. */
export function CardSection({ title, isTitled, children }: CardSectionProps) {
  return (
    // Words of the merchant's may be longer than a phone is wide; a fieldset grows with them, and hides the fields.
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
