'use client'
import { TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { type PartProps, useDerived } from '../use-derived'
import { cautionsOf, type FormCaution } from '../values'

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
