'use client'
import { type ReactNode, useState, createContext, useContext } from 'react'
import { useFormState, useWatch, type Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import { Disclosure } from '@/components/ui/disclosure'
import { formSectionFields, type FormSection } from '@/lib/checkouts/fields'
import {
  checkoutOf,
  valueAt,
  cautionsOf,
  type FormCaution,
  type CheckoutValues,
  fieldsWithoutMeaning,
} from '../values'
import { TriangleAlert } from 'lucide-react'
import type { CheckoutCreate } from '@/lib/checkouts/schema'

interface Props extends PartProps {
  section: FormSection
  /** A number added to the badge's count, for values that are not fields of the request. */
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
      const checkout = checkoutOf(values, { isWhole: true })
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

const CautionsContext = createContext<readonly FormCaution[]>([])

interface CautionsProps extends PartProps {
  isLive: boolean
  children: ReactNode
}

/** Computes the cautions once for all `useCautions`. */
export function Cautions({ control, isLive, children }: CautionsProps) {
  const cautions = useDerived(control, (values) => cautionsOf(values, isLive))
  return <CautionsContext value={cautions}>{children}</CautionsContext>
}

export const useCautions = () => useContext(CautionsContext)

/** Shows the cautions of `fields`. Place it at a visible field: values of hidden fields are not sent. */
export function CautionsAt({ fields }: { fields: readonly string[] }) {
  const t = useTranslations('checkoutForm.cautions')
  const cautions = useCautions().filter(({ field }) => fields.includes(field))
  if (cautions.length === 0) return null
  return (
    <div role="status" className="mt-1.5 grid gap-1">
      {cautions.map(({ code, field }) => (
        <Caution key={field}>{t(code, { field: field.split('.').at(-1) ?? field })}</Caution>
      ))}
    </div>
  )
}

/** A warning that does not block submitting. */
export function Caution({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-1.5 text-xs text-warn">
      <TriangleAlert aria-hidden size={13} className="mt-px shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** Derives a value from the form. Re-renders only when the derived value changes. */
export function useDerived<Value>(
  control: CheckoutControl,
  derive: (values: CheckoutValues) => Value,
): Value {
  return useWatch({ control, compute: derive })
}

/** Returns a function that says whether other fields make the field at `path` meaningless, so that it is hidden. */
export function useHidden(control: CheckoutControl): (path: string) => boolean {
  const paths = useDerived(control, (values) => [...fieldsWithoutMeaning(values)])
  return (path) => paths.includes(path)
}

type CheckoutControl = Control<CheckoutValues, unknown, CheckoutCreate>
export interface PartProps {
  control: CheckoutControl
}
