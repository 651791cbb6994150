'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { isUnconfirmed, useRefusal } from '@/components/form/submitting/use-submit-failure'
import { markSaved } from '@/components/form/saved'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useCreating, useMadeToast } from '@/components/form/submitting/use-creating'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { Card } from '@/components/ui/card'
import { createCheckout } from '@/lib/checkouts/client'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import { checkoutKeys } from '@/lib/core/client/keys'
import { type PageDefaults, withPageDefaults } from '@/lib/core/page-defaults'
import { AskFields } from './ask-fields'
import { emptyAsk, prepareAsk, type AskValues } from './values'

interface AskFormProps {
  shop: string
  liveShopName: string | null
  /** This application's notification address; empty where a gateway cannot reach it. */
  notificationUrl: string
  pageDefaults: PageDefaults
  /** The customer to store the card for, if another page chose one. */
  customer: { id: string; name: string; email: string } | null
}

/** Creates a checkout on whose page a customer stores a card, and shows its link. We never see the card. */
export function AskForm(props: AskFormProps) {
  const { shop, liveShopName, notificationUrl, pageDefaults, customer } = props
  const t = useTranslations('cardTokens')
  const router = useRouter()
  const form = useZodForm(loadAskSchema, {
    defaultValues: {
      ...emptyAsk,
      checkout: {
        ...emptyAsk.checkout,
        customer: { email: customer?.email ?? '' },
        settings: withPageDefaults(
          notificationUrl === '' ? {} : { notification_url: notificationUrl },
          pageDefaults,
        ),
      },
      customer_id: customer?.id ?? '',
    },
    prepare: prepareAsk,
  })
  const refuse = useRefusal({ notDoneText: t('asking.nothingMade') })
  const toastMade = useMadeToast()
  const { send } = useCreating(shop, checkoutKeys, createCheckout)
  const open = (id: string) => router.push(`/shops/${shop}/checkouts/${id}` as Route)

  async function submit(body: CheckoutCreate, sent: AskValues) {
    try {
      const checkout = await send(body, false)
      toastMade(form, { sent, text: t('asking.made') })
      markSaved(form)
      open(checkout.id)
    } catch (error) {
      refuse(form, error)
      // The page of the unconfirmed checkout says what to do.
      if (isUnconfirmed(error) && typeof error.current.id === 'string') open(error.current.id)
    }
  }
  const submitLabel = liveShopName ? t('asking.doIn', { shop: liveShopName }) : t('asking.do')
  return (
    <ZodForm
      form={form}
      onSubmit={submit}
      header={
        <PageHeader
          title={t('ask')}
          crumbs={[
            { label: t('title'), href: `/shops/${shop}/card-tokens` as Route },
            { label: t('asking.crumb') },
          ]}
          crumbsLabel={t('crumbs')}
        />
      }
      submit={<SubmitButton>{submitLabel}</SubmitButton>}
    >
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,740px)_minmax(280px,1fr)]">
        <Card>
          <AskFields
            control={form.control}
            shop={shop}
            customerName={customer?.name ?? null}
            isLive={liveShopName !== null}
          />
        </Card>
        <NextSteps isReachable={notificationUrl !== ''} hasDefaults={Object.keys(pageDefaults).length > 0} />
      </div>
    </ZodForm>
  )
}

const steps = ['link', 'page', 'token'] as const

function NextSteps({ isReachable, hasDefaults }: { isReachable: boolean; hasDefaults: boolean }) {
  const t = useTranslations('cardTokens.asking')
  return (
    <aside aria-label={t('what')} className="max-w-[420px] text-md/5">
      <h2 className="mb-2 text-base font-semibold">{t('what')}</h2>
      <ol className="grid list-decimal gap-2 ps-5 text-muted">
        {steps.map((step) => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
      {hasDefaults && <p className="mt-3 text-muted">{t('pageDefaults')}</p>}
      {!isReachable && (
        <p role="note" className="mt-3 rounded-md bg-warn-weak px-3 py-2 text-warn">
          {t('unreachable')}
        </p>
      )}
    </aside>
  )
}

/** Loads when someone starts typing. Validates the result of `prepareAsk`. */
const loadAskSchema = async () => {
  const { checkoutCreate } = await import('@/lib/checkouts/schema')
  return checkoutCreate as unknown as z.ZodType<CheckoutCreate, AskValues>
}
