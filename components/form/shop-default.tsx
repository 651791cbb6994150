'use client'
import { createContext, type ReactNode, useContext } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { BoundProps } from './fields/use-form-field'

/** The shop's defaults of a form, by field name. */
export const ShopDefaults = createContext<Readonly<Record<string, unknown>>>({})

interface ShopDefaultProps<V extends FieldValues, O> extends BoundProps<V, O> {
  /** The note for a value that is not the default. */
  children?: ReactNode
}

/** Says beside a field's label that its value is the shop's default, while it is. */
export function ShopDefault<V extends FieldValues, O>({ control, name, children }: ShopDefaultProps<V, O>) {
  const t = useTranslations('form')
  const value: unknown = useWatch({ control, name })
  const shopDefault = useContext(ShopDefaults)[name]
  const isDefault = shopDefault !== undefined && JSON.stringify(value) === JSON.stringify(shopDefault)
  return isDefault ? t('shopDefault') : children
}
