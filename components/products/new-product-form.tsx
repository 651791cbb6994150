'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { SubmitBar } from '@/components/form/submit-bar'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { Card } from '@/components/ui/card'
import { toast } from '@/components/ui/toast-store'
import { productCreate } from '@/lib/gateway/product'
import { ApiError } from '@/lib/http'
import { createProduct, productKeys } from '@/lib/queries/products'
import { ProductFields } from './product-fields'

type Input = z.input<typeof productCreate>

/** A new product begins as most are: paid at once, always available, in the payment page's default language. */
const defaultValues = {
  name: '',
  description: '',
  currency: 'EUR',
  amount: undefined,
  quantity: undefined,
  infinite: true,
  immortal: true,
  expired_at: undefined,
  visible_fields: [],
  language: 'en',
  transaction_type: 'payment' as const,
  return_url: '',
  shop_id: undefined,
  test: false,
}

/** What a field holds that another one makes meaningless is not sent, nor is what is empty. */
function prepare({ shop_id: shopId, ...values }: Input): unknown {
  const { quantity, expired_at: expiredAt, return_url: returnUrl, ...rest } = values
  return {
    ...rest,
    ...(values.infinite || isEmpty(quantity) ? {} : { quantity }),
    ...(values.immortal || isEmpty(expiredAt) ? {} : { expired_at: expiredAt }),
    ...(isEmpty(returnUrl) ? {} : { return_url: returnUrl }),
    ...(isEmpty(shopId) ? {} : { shop_id: shopId }),
  }
}

/** The gateway was not reached, or refused: what may have happened is `unconfirmed` and says so itself. */
const nothingWasSent = ({ code, errors }: ApiError) =>
  code.startsWith('gateway_') && Object.keys(errors).length === 0

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

export function NewProductForm({
  shop,
  isLive,
  shopName,
}: {
  shop: string
  isLive: boolean
  shopName: string
}) {
  const t = useTranslations('products')
  const router = useRouter()
  const client = useQueryClient()
  const form = useZodForm(productCreate, { defaultValues, prepare })
  const showFailure = useSubmitFailure()
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
      showFailure(form, error)
      if (error instanceof ApiError && nothingWasSent(error)) {
        form.setError('root.server', { type: 'server', message: `${error.title}. ${t('nothingMade')}` })
      }
    }
  }

  const submitLabel = isLive ? t('createIn', { shop: shopName }) : t('create')
  return (
    <ZodForm
      form={form}
      onSubmit={submit}
      header={
        <PageHeader
          title={t('new')}
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
      <Card className="max-w-[740px]">
        <ProductFields control={form.control} />
      </Card>
      <SubmitBar>
        <SubmitButton>{submitLabel}</SubmitButton>
      </SubmitBar>
    </ZodForm>
  )
}
