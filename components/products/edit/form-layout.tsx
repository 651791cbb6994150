'use client'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Card } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/disclosure'
import { ProductSketch } from '../sketch/product-sketch'
import type { ProductValues } from './values'

interface FormLayoutProps<O> {
  control: Control<ProductValues, unknown, O>
  children: ReactNode
}

/** Shows a preview beside the fields, or behind a disclosure on narrow screens. */
export function FormLayout<O>({ control, children }: FormLayoutProps<O>) {
  const t = useTranslations('products.sketch')
  return (
    <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,740px)_minmax(280px,1fr)]">
      <Card className="lg:hidden">
        <Disclosure title={t('title')} sub={t('sub')}>
          <ProductSketch control={control} />
        </Disclosure>
      </Card>
      <Card>{children}</Card>
      <aside aria-label={t('title')} className="sticky top-4 max-w-[420px] max-lg:hidden">
        <h2 className="mb-0.5 text-base font-semibold">{t('title')}</h2>
        <ProductSketch control={control} />
      </aside>
    </div>
  )
}
