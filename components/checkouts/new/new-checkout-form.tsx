'use client'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unconfirmedIdOf, useRefusal } from '@/components/form/submitting/use-submit-failure'
import { ShopDefaults } from '@/components/form/shop-default'
import { dropHalfFilled } from '@/components/form/field-registry'
import { markSaved } from '@/components/form/saved'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useCreating, useMadeToast } from '@/components/form/submitting/use-creating'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { Card } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { createCheckout } from '@/lib/checkouts/client'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { checkoutKeys } from '@/lib/core/client/keys'
import { shortName } from '@/lib/core/format/shortened'
import { ApiError } from '@/lib/core/api/http'
import type { PageDefaults } from '@/lib/core/page-defaults'
import type { OwnAddresses } from '@/lib/checkouts/own-addresses'
import { type InitialForm, shopDefaults, withTemplate } from './draft/begin'
import { Cautions } from './parts/part'
import { bodyOf, type CheckoutValues, fieldOf } from './values'
import { Parts } from './parts/parts'
import { type Leftover, readRequest } from './request/read-request'
import { RequestPanel } from './request/request-panel'
import { useTemplates } from './templates/templates'
import { useDraft } from './draft/draft'

const DraftOffer = dynamic(() => import('./draft/draft-offer'))
const loadSchema = () => import('./schema').then((module) => module.checkoutFormSchema)

export interface NewCheckoutFormProps {
  shop: string
  userId: string
  /** The shop's name if it is live, so that its links take real money; otherwise null. */
  liveShopName: string | null
  addresses: OwnAddresses
  checkoutUrl: string
  templates: readonly CheckoutTemplate[]
  attempts: number
  pageDefaults: PageDefaults
  begun: InitialForm
  /** Says which things named in the URL could not be read. */
  notice: ReactNode
}

function useCheckoutForm(props: NewCheckoutFormProps) {
  const { shop, userId, addresses, pageDefaults, begun, templates } = props
  const t = useTranslations('checkoutForm')
  const words = useTranslations('checkoutTemplates')
  const router = useRouter()
  const form = useZodForm(loadSchema, { defaultValues: begun.values, prepare: bodyOf })
  const [leftovers, setLeftovers] = useState<readonly Leftover[]>(begun.leftovers)
  const { send } = useCreating(shop, checkoutKeys, createCheckout)
  const refuse = useRefusal({ notDoneText: t('nothingMade') })
  const toastMade = useMadeToast()
  const draft = useDraft(form, shop, userId)

  /** `isReplaced`: whether a field got another value. Others keep what is half typed in them. */
  function fill({ values, leftovers: left }: InitialForm, isReplaced?: (field: string) => boolean) {
    // Keeps the default values, so that the form counts as changed.
    form.reset(values, { keepDefaultValues: true })
    dropHalfFilled(form.control, isReplaced)
    setLeftovers(left)
  }
  function leaveFor(id: string) {
    draft.end()
    markSaved(form)
    router.replace(`/shops/${shop}/checkouts/${id}` as Route)
  }
  async function submit(body: CheckoutCreate, sent: CheckoutValues) {
    try {
      const { id } = await send(body, false)
      toastMade(form, { sent, text: t('created') })
      leaveFor(id)
    } catch (error) {
      // The checkout is stored as unconfirmed. Its page explains what to do.
      const lost = unconfirmedIdOf(error)
      if (lost !== null) return leaveFor(lost)
      refuse(form, errorsOnFields(error))
    }
  }
  return {
    form,
    draft,
    leftovers: { leftovers, onDismiss: () => setLeftovers([]) },
    fill,
    submit,
    templates: useTemplates({
      shop,
      initial: templates,
      addresses,
      pageDefaults,
      readValues: () => structuredClone(form.getValues()),
      onApply: (template) => {
        const { setPaths, ...filled } = withTemplate(form.getValues(), template, pageDefaults)
        fill(filled, (field) => setPaths.some((path) => `${field}.`.startsWith(`checkout.${path}.`)))
        toast(words('applied', { name: shortName(template.name) }))
      },
    }),
  }
}

export function NewCheckoutForm(props: NewCheckoutFormProps) {
  const { shop, liveShopName, addresses, checkoutUrl, notice } = props
  const t = useTranslations('checkoutForm')
  const { form, draft, leftovers, fill, submit, templates } = useCheckoutForm(props)
  const { control } = form
  const [defaults] = useState(() => shopDefaults(props.attempts, props.pageDefaults))
  const submitLabel = liveShopName ? t('createIn', { shop: liveShopName }) : t('create')
  return (
    <>
      <ZodForm
        form={form}
        // No warning on leaving: the draft is stored.
        isGuarded={false}
        onSubmit={submit}
        header={<Header shop={shop} templates={templates.button} />}
        submit={<SubmitButton>{submitLabel}</SubmitButton>}
      >
        {notice}
        {draft.offered && (
          <DraftOffer
            draft={draft.offered}
            onContinue={(taken) => {
              fill({ values: taken.values, leftovers: [] })
              draft.take(taken)
            }}
            onDiscard={draft.discard}
          />
        )}
        <Cautions control={control} isLive={liveShopName !== null}>
          <div className="grid grid-cols-1 items-start gap-4.5 lg:grid-cols-[minmax(0,740px)_minmax(280px,1fr)]">
            <Card>
              <ShopDefaults value={defaults}>
                <Parts control={control} shop={shop} addresses={addresses} />
              </ShopDefaults>
            </Card>
            <RequestPanel
              control={control}
              checkoutUrl={checkoutUrl}
              {...leftovers}
              onRequest={(request) => fill(typedRequest(request, form.getValues()))}
            />
          </div>
        </Cautions>
      </ZodForm>
      {templates.dialogs}
    </>
  )
}

interface HeaderProps {
  shop: string
  templates: ReactNode
}

function Header({ shop, templates }: HeaderProps) {
  const t = useTranslations('checkoutForm')
  return (
    <PageHeader
      title={t('title')}
      crumbs={[{ label: t('list'), href: `/shops/${shop}/checkouts` as Route }, { label: t('newCrumb') }]}
      crumbsLabel={t('crumbs')}
      actions={templates}
    />
  )
}

/** Reads a typed or pasted request. A masked card token keeps the card chosen before. */
function typedRequest(request: unknown, before: CheckoutValues): InitialForm {
  const { values, leftovers, hasHiddenToken } = readRequest(request)
  values.customer_id = before.customer_id
  if (hasHiddenToken) {
    values.card_token_id = before.card_token_id
    values.checkout.payment_method.credit_card = { ...before.checkout.payment_method.credit_card }
  }
  return { values, leftovers }
}

/** Returns the same error with messages about list entries moved to the lists, which are the form's fields. */
function errorsOnFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const errors: Record<string, string[]> = {}
  for (const [path, messages] of Object.entries(error.errors))
    errors[fieldOf(path)] = [...(errors[fieldOf(path)] ?? []), ...messages]
  const { status, code, title, detail, correlationId, current, retryAfter } = error
  return new ApiError(status, { code, title, detail, errors, correlationId, current, retryAfter })
}
