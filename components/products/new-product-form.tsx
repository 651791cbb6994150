'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { SubmitBar } from '@/components/form/submit-bar'
import { SubmitButton } from '@/components/form/submit-button'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { toast } from '@/components/ui/toast-store'
import type { ProductDetail } from '@/lib/contracts/product'
import type { productCreate } from '@/lib/gateway/product'
import { createProduct, productKeys } from '@/lib/queries/products'
import { FormLayout } from './edit/form-layout'
import { ProductFields } from './edit/product-fields'
import { useRefusal } from './edit/refusal'
import { copyOf, newValues, prepareNew, unknownFields } from './edit/values'

/** Comes when something was typed that is to be judged. */
const loadSchema = () => import('@/lib/gateway/product').then((module) => module.productCreate)

export interface NewProductFormProps {
  shop: string
  isLive: boolean
  shopName: string
  /** A product that the new one begins as a copy of. */
  original?: ProductDetail
}

export function NewProductForm({ shop, isLive, shopName, original }: NewProductFormProps) {
  const t = useTranslations('products')
  const router = useRouter()
  const client = useQueryClient()
  const defaultValues = original
    ? copyOf(original, t('edit.copyOf', { name: original.name ?? original.id }))
    : newValues
  const form = useZodForm(loadSchema, { defaultValues, prepare: prepareNew })
  const refuse = useRefusal(t('nothingMade'))
  const request = useRef({ body: '', key: '' })

  async function submit(body: z.output<typeof productCreate>) {
    // The same content is the same request, however often it is sent: a lost answer must not make a second product.
    const content = JSON.stringify(body)
    if (request.current.body !== content) request.current = { body: content, key: crypto.randomUUID() }
    try {
      const product = await createProduct(shop, body, request.current.key)
      client.setQueryData(productKeys.detail(shop, product.id), product)
      void client.invalidateQueries({ queryKey: productKeys.lists(shop) })
      form.reset(form.getValues()) // Nothing is unsaved any more.
      toast(t('createdToast', { name: body.name }))
      router.replace(`/shops/${shop}/products/${product.id}` as Route)
    } catch (error) {
      refuse(form, error)
    }
  }

  const submitLabel = isLive ? t('createIn', { shop: shopName }) : t('create')
  return (
    <ZodForm
      form={form}
      onSubmit={submit}
      header={
        <PageHeader
          title={original ? t('edit.duplicate') : t('new')}
          crumbs={[{ label: t('title'), href: `/shops/${shop}/products` as Route }, { label: t('newCrumb') }]}
          crumbsLabel={t('crumbs')}
          actions={
            <span className="max-md:hidden">
              <SubmitButton>{submitLabel}</SubmitButton>
            </span>
          }
        />
      }
    >
      {original && unknownFields(original).length > 0 && <NotCopied original={original} />}
      <FormLayout control={form.control}>
        <ProductFields control={form.control} />
      </FormLayout>
      <SubmitBar>
        <SubmitButton>{submitLabel}</SubmitButton>
      </SubmitBar>
    </ZodForm>
  )
}

/** What the copy cannot have from its original. */
function NotCopied({ original }: { original: ProductDetail }) {
  const t = useTranslations('products')
  const names = {
    immortal: t('payableUntil'),
    visible_fields: t('buyerFields'),
    return_url: t('returnUrl'),
    shop_id: t('shopId'),
  }
  return (
    <p role="status" className="mb-3 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {t('edit.notCopied', {
        fields: unknownFields(original)
          .map((field) => names[field])
          .join(', '),
      })}
    </p>
  )
}
