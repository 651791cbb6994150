'use client'
import type { ReactNode } from 'react'
import { WholePage } from './whole-page'

export const pageFormClass = 'md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-2'

interface FormPartsProps {
  /** Of the page that the form is all of. */
  header?: ReactNode
  /** Its submit button. */
  submit?: ReactNode
  children: ReactNode
}

/**
 * What is in a form; of one that is all of its page, in a form of {@link pageFormClass}, with the submit button in the
 * header's line, on a phone at the foot of the screen. The keyboard comes to it after the last field, to where that
 * leads.
 */
export function FormParts({ header, submit, children }: FormPartsProps) {
  if (header === undefined) return children
  return (
    <WholePage value>
      <div className="min-w-0">{header}</div>
      <div className="min-w-0 md:col-span-full md:row-start-2">{children}</div>
      <div className="max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-3 max-md:mt-3 max-md:-mb-10 max-md:flex max-md:border-t max-md:bg-surface max-md:px-3 max-md:py-2.5 max-md:*:flex-1 md:col-start-2 md:row-start-1 md:mb-3.5 md:self-end">
        {submit}
      </div>
    </WholePage>
  )
}
