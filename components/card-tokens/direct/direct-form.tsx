'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { useMay } from '@/components/frame/use-may'
import { Card, Section } from '@/components/ui/card'
import { Link, LinkButton } from '@/components/ui/link'
import { tokenizeCard } from '@/lib/card-tokens/client'
import type { TokenizationCreate, TokenizationResult } from '@/lib/card-tokens/schema'
import { cardTokenKeys } from '@/lib/core/client/keys'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import { CardFields } from './card-fields'
import { DirectHeader } from './switched-off'
import { AddressesPart, BillingPart, CustomerPart, PurposePart, SecurePart, TravelPart } from './parts'
import { OrderPart, OtherPart } from './order-part'
import { Result } from './result'
import { emptyValues, formErrors, prepareDirect, type DirectValues } from './values'

interface DirectFormProps {
  shop: string
  /** The name of a live shop, shown where a real card is sent. */
  liveShopName: string | null
  hasThreeDSecure: boolean
  /** This application's notification address; empty where a gateway cannot reach it. */
  notificationUrl: string
}

/**
 * Takes a card's details and sends them (endpoint 1). They exist only in the fields and in the one request; nothing
 * stores them. A failed request clears the number and the security code, a successful one the whole form.
 */
export function DirectForm(props: DirectFormProps) {
  const { shop } = props
  const client = useQueryClient()
  const [result, setResult] = useState<TokenizationResult | null>(null)
  if (result) return <Result shop={shop} result={result} onAnother={() => setResult(null)} />
  return (
    <CardForm
      {...props}
      onResult={(made) => {
        setResult(made)
        void client.invalidateQueries({ queryKey: cardTokenKeys.lists(shop) })
      }}
    />
  )
}

function CardForm(props: DirectFormProps & { onResult: (result: TokenizationResult) => void }) {
  const { shop, liveShopName, hasThreeDSecure, notificationUrl, onResult } = props
  const t = useTranslations('cardTokens.direct')
  const showFailure = useSubmitFailure()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useZodForm(schemaFor(hasThreeDSecure), {
    defaultValues: { ...emptyValues, notification_url: notificationUrl },
    prepare: prepareDirect,
  })
  const { control } = form

  async function submit(request: TokenizationCreate['request']) {
    setOutcome(null)
    try {
      const made = await tokenizeCard(shop, { request })
      form.reset()
      onResult(made)
    } catch (error) {
      form.setValue('credit_card.number', '')
      form.setValue('credit_card.verification_value', '')
      const known = outcomeOf(error)
      if (known) {
        setOutcome(known)
        form.setError('root.server', { type: 'server' }) // The notice shows the message. The form counts as not sent.
      } else if (error instanceof ApiError) showFailure(form, withFormErrors(error))
      else showFailure(form, error)
    }
  }
  const label = liveShopName ? t('doIn', { shop: liveShopName }) : t('do')
  const part = { control }
  return (
    <ZodForm
      form={form}
      onSubmit={submit}
      header={<DirectHeader shop={shop} />}
      submit={<SubmitButton>{label}</SubmitButton>}
    >
      {outcome && <OutcomeNotice shop={shop} outcome={outcome} />}
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,740px)_minmax(280px,1fr)]">
        <Card>
          <Section title={t('card')} sub={t('cardSub')}>
            <CardFields {...part} />
          </Section>
          <OrderPart {...part} hasThreeDSecure={hasThreeDSecure} />
          <PurposePart {...part} />
          <CustomerPart {...part} />
          <BillingPart {...part} />
          <SecurePart {...part} />
          <AddressesPart {...part} hasThreeDSecure={hasThreeDSecure} notificationUrl={notificationUrl} />
          <TravelPart {...part} />
          <OtherPart {...part} isLive={liveShopName !== null} />
        </Card>
        <DataUseNotes shop={shop} />
      </div>
    </ZodForm>
  )
}

const noteKeys = ['once', 'nowhere', 'token'] as const

/** Explains where typed card details go, and how to get a token without typing in a card. */
function DataUseNotes({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens')
  const mayAsk = useMay('checkouts.create')
  return (
    <aside aria-label={t('direct.where')} className="max-w-[420px] text-md/5">
      <h2 className="mb-2 text-base font-semibold">{t('direct.where')}</h2>
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        {noteKeys.map((place) => (
          <li key={place}>{t(`direct.places.${place}`)}</li>
        ))}
      </ul>
      {mayAsk && (
        <p className="mt-3">
          {t('direct.instead')}{' '}
          <Link href={`/shops/${shop}/card-tokens/ask` as Route} className="rounded-xs text-accent underline">
            {t('ask')}
          </Link>
        </p>
      )}
    </aside>
  )
}

/** Returns the outcome if a token may exist despite the error; null for other errors. */
function outcomeOf(error: unknown): Outcome | null {
  if (error instanceof NetworkError) return 'lost'
  if (!(error instanceof ApiError)) return null
  if (error.code === 'gateway_duplicate') return 'duplicate'
  return error.code === 'unconfirmed' ? 'lost' : null
}

function withFormErrors(error: ApiError): ApiError {
  const { status, code, title, detail, correlationId, current, retryAfter } = error
  const errors = formErrors(error.errors)
  return new ApiError(status, { code, title, detail, errors, correlationId, current, retryAfter })
}

/** Validates the result of `prepareDirect`. */
type Schema = z.ZodType<TokenizationCreate['request'], DirectValues>

const load = async (hasThreeDSecure: boolean): Promise<Schema> => {
  const { tokenizationFields } = await import('@/lib/gateway/cards/tokenization')
  // The form passes its values through `prepareDirect` before this schema, so the input type is that of the form.
  return tokenizationFields({ hasThreeDSecure }) as unknown as Schema
}

/** Run when someone starts typing. Constants, so that the form gets the same function on every render. */
const loaders = { with: () => load(true), without: () => load(false) }
const schemaFor = (hasThreeDSecure: boolean) => (hasThreeDSecure ? loaders.with : loaders.without)

/** `lost`: a token may or may not exist. `duplicate`: the gateway refused a repeat within 30 seconds. */
type Outcome = 'lost' | 'duplicate'

const steps = {
  lost: ['exists', 'again', 'look'],
  duplicate: ['first', 'wait', 'really'],
} as const

/** Explains an unclear outcome, and what to do about it. */
function OutcomeNotice({ shop, outcome }: { shop: string; outcome: Outcome }) {
  const t = useTranslations('cardTokens.outcomes')
  return (
    <section
      // Counts as the form's error summary, which gets the focus after a failed submit.
      data-error-summary=""
      tabIndex={-1}
      aria-label={t(`${outcome}.title`)}
      className="mb-4 flex max-w-[740px] gap-2.5 rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md/5"
    >
      <CircleHelp aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{t(`${outcome}.title`)}</p>
        <ul className="mt-1 list-disc ps-4.5">
          {outcome === 'lost'
            ? steps.lost.map((step) => <li key={step}>{t(`lost.${step}`)}</li>)
            : steps.duplicate.map((step) => <li key={step}>{t(`duplicate.${step}`)}</li>)}
        </ul>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton size="sm" href={`/shops/${shop}/card-tokens` as Route} target="_blank">
            {t('toList')}
          </LinkButton>
          <LinkButton size="sm" href={`/shops/${shop}/notifications` as Route} target="_blank">
            {t('toNotifications')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
