'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LostCreate } from '@/components/form/submitting/lost-create'
import { useRefusal } from '@/components/form/submitting/use-submit-failure'
import { ShopDefaults } from '@/components/form/shop-default'
import { markSaved } from '@/components/form/saved'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useCreating, useMadeToast } from '@/components/form/submitting/use-creating'
import { useZodForm } from '@/components/form/use-zod-form'
import { submitForm, submitTo, ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { productKeys } from '@/lib/core/client/keys'
import { type PageDefaults, productDefaults } from '@/lib/core/page-defaults'
import { shortName } from '@/lib/core/format/shortened'
import type { ProductCreate } from '@/lib/gateway/products/product'
import { createProduct } from '@/lib/products/client'
import type { ProductDetail } from '@/lib/products/schema'
import { untilAnswered, useNameQuestion } from './edit/name-question'
import { FormLayout } from './edit/product-sketch'
import { ProductFields } from './edit/product-fields'
import { copyOf, newValues, prepareNew, type ProductValues, unknownFields } from './edit/values'

const loadSchema = () => import('@/lib/gateway/products/product').then((module) => module.productCreate)

interface NewProductFormProps {
  shop: string
  isLive: boolean
  shopName: string
  pageDefaults: PageDefaults
  original?: ProductDetail
}

export function NewProductForm(props: NewProductFormProps) {
  const { shop, isLive, shopName, pageDefaults, original } = props
  const t = useTranslations('products')
  const router = useRouter()
  const shopDefaults = productDefaults(pageDefaults)
  const initial = { ...newValues, ...shopDefaults }
  const defaultValues = original
    ? copyOf(original, t('edit.copyOf', { name: original.name ?? original.id }), initial)
    : initial
  const form = useZodForm(loadSchema, { defaultValues, prepare: prepareNew })
  const { send, lost, isRepeating } = useCreating(shop, productKeys, createProduct)
  const refuse = useRefusal({ notDoneText: t('nothingMade') })
  const toastMade = useMadeToast()

  const nameQuestion = useNameQuestion({ shop, onConfirm: () => submitForm(form) })

  const mayGoOn = untilAnswered(form, t('edit.changedWhileAsked'))

  async function submit(body: ProductCreate, sent: ProductValues, isRepeatOfLost = false) {
    if (!isRepeatOfLost && !(await mayGoOn(sent, () => nameQuestion.asks(body.name)))) return
    try {
      const product = await send(body, isRepeatOfLost)
      toastMade(form, { sent, text: t('createdToast', { name: shortName(body.name) }) })
      markSaved(form)
      router.replace(`/shops/${shop}/products/${product.id}` as Route)
    } catch (error) {
      refuse(form, error, { isRepeat: isRepeatOfLost })
    }
  }

  const submitLabel = isLive ? t('createIn', { shop: shopName }) : t('create')
  return (
    <ZodForm
      form={form}
      onSubmit={(body, sent) => submit(body, sent)}
      header={
        <PageHeader
          title={original ? t('edit.duplicate') : t('new')}
          crumbs={[{ label: t('title'), href: `/shops/${shop}/products` as Route }, { label: t('newCrumb') }]}
          crumbsLabel={t('crumbs')}
        />
      }
      submit={<SubmitButton>{submitLabel}</SubmitButton>}
    >
      {lost && (
        <LostCreate
          listHref={`/shops/${shop}/products?q=${encodeURIComponent(lost.name)}` as Route}
          isPending={isRepeating}
          onRepeat={() => void submitTo(form, (body, sent) => submit(body, sent, true))}
        />
      )}
      {original && unknownFields(original).length > 0 && <NotCopied original={original} />}
      <FormLayout control={form.control}>
        <ShopDefaults value={shopDefaults}>
          <ProductFields control={form.control} autoFocus />
        </ShopDefaults>
      </FormLayout>
      {nameQuestion.dialog}
    </ZodForm>
  )
}

/** Lists the values that the copy cannot take over. */
function NotCopied({ original }: { original: ProductDetail }) {
  const t = useTranslations('products')
  return (
    <p role="status" className="mb-3 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {t('edit.notCopied', {
        fields: unknownFields(original)
          .map((field) => t(`label.${field === 'immortal' ? 'expired_at' : field}`))
          .join(', '),
      })}
    </p>
  )
}
