'use client'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

export function PayButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <Button
      type="submit"
      variant="primary"
      isPending={isPending}
      icon={<Lock aria-hidden size={15} className="shrink-0" />}
      className="mt-5 min-h-11 w-full text-base! whitespace-normal!"
    >
      {children}
    </Button>
  )
}

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

type Translator = ReturnType<typeof useTranslations<'sandbox.fieldErrors'>>
type Code = Parameters<Translator['has']>[0]

export const fieldErrorText = (t: Translator, code: string): string =>
  t(code === 'required' ? 'blank' : t.has(code as Code) ? (code as Code) : 'invalid')
