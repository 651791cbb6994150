'use client'
import { type ReactNode, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import { Disclosure } from '@/components/ui/disclosure'
import { useCautions } from './cautions'
import { formSectionFields, type FormSection } from '@/lib/checkouts/fields'
import { type PartProps, useDerived } from '../use-derived'
import { checkoutOf, valueAt } from '../values'

interface Props extends PartProps {
  section: FormSection
  /** A number added to the badge's count, for values that are no field of the request. */
  more?: number
  children: ReactNode
}

/**
 * A collapsible part of the form. It starts closed, and its badge counts the fields that are set. Each submission with
 * an error in the part opens it once, so that it can be closed again.
 */
export function Part({ control, section, more = 0, children }: Props) {
  const t = useTranslations('checkoutForm.sections')
  const form = useTranslations('form')
  const type = useWatch({ control, name: 'checkout.transaction_type' })
  const fields: readonly string[] = formSectionFields[section]
  const count =
    more +
    useDerived(control, (values) => {
      const checkout = checkoutOf(values, { whole: true })
      return fields.filter((field) => valueAt(checkout, field) !== undefined).length
    })
  const { errors, submitCount } = useFormState({ control })
  const [isOpen, setIsOpen] = useState(false)
  const [seen, setSeen] = useState(0)
  const hasError = fields.some((field) => valueAt(errors.checkout, field) !== undefined)
  const hasCaution = useCautions().some(({ field }) => fields.includes(field))
  if (submitCount !== seen) {
    setSeen(submitCount)
    if (hasError) setIsOpen(true)
  }
  const tone = hasError ? 'bad' : hasCaution ? 'warn' : count > 0 ? 'ok' : 'neutral'
  return (
    <Disclosure
      title={t(`${section}.title`, { type })}
      sub={t(`${section}.sub`)}
      isExpanded={isOpen}
      onExpandedChange={setIsOpen}
      badge={<Badge tone={tone}>{count > 0 ? form('fieldsSet', { count }) : t(`${section}.empty`)}</Badge>}
    >
      <div className="grid grid-cols-1 gap-3.5">{children}</div>
    </Disclosure>
  )
}
