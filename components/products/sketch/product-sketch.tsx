'use client'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslations, createTranslator, useMessages } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { useIsHydrated } from '@/components/time/hydrated'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { formatMoneyIn } from '@/lib/core/format/local-money'
import { formatMoney } from '@/lib/core/format/money'
import type { CustomerFieldName } from '@/lib/gateway/customer-fields'
import { minorUnitExponent } from '@/lib/gateway/minor-units'
import { textDirection, payerLanguage, type PayerLanguage } from '@/lib/core/i18n/payer-languages'
import type { ProductValues } from '../edit/values'
import { useEffect, useMemo, useState } from 'react'
import type { AppLocale, Messages } from '@/lib/core/i18n/locales'

/** In the order of a payment page, and whether two of them share a line. */
const fieldOrder: readonly [CustomerFieldName, isHalf?: true][] = [
  ['email'],
  ['first_name', true],
  ['last_name', true],
  ['phone'],
  ['birth_date'],
  ['address'],
  ['zip', true],
  ['city', true],
  ['country'],
  ['state'],
  ['taxpayer_id'],
]

/**
 * What the buyer will see, as far as the form says: a drawing, with nothing in it that takes focus. Hidden from
 * screen readers but for its caption, as it only repeats the fields.
 */
export function ProductSketch<O>({ control }: { control: Control<ProductValues, unknown, O> }) {
  const t = useTranslations('products.sketch')
  const values = useWatch({ control })
  const asked = values.language || 'en'
  const { language, t: page } = usePageWords(asked)
  const price = usePrice(values.amount, values.currency, asked)
  const shown = fieldOrder.filter(([name]) => values.visible_fields?.includes(name))
  const isHold = values.transaction_type === 'authorization'
  return (
    <figure>
      <figcaption className="mb-2 text-sm text-muted">{t('caption')}</figcaption>
      <div
        aria-hidden
        lang={language}
        dir={textDirection(language)}
        className="overflow-hidden rounded-lg border bg-surface text-start shadow-card select-none"
      >
        <div className="border-b bg-sunken px-4.5 py-4">
          {values.test === true && (
            <Badge tone="info" className="mb-2">
              {page('pay.testProduct')}
            </Badge>
          )}
          <Text text={values.name} fallback={t('name')} className="text-base font-semibold" />
          <Text text={values.description} fallback={t('description')} className="mt-0.5 text-md text-muted" />
          <p className="mt-2.5 text-xl font-semibold tracking-tight tabular-nums">
            {price ?? <span className="text-faint">{t('price')}</span>}
          </p>
          {isHold && <p className="mt-1 text-xs text-muted">{page('pay.holdNote')}</p>}
        </div>
        <div className="grid gap-3.5 px-4.5 py-4">
          {shown.length > 0 && (
            <div className="grid grid-cols-2 gap-x-2.5 gap-y-2">
              <p className="col-span-2 text-sm font-semibold">{page('pay.detailsTitle')}</p>
              {shown.map(([name, isHalf]) => (
                <Box
                  key={name}
                  label={page(`fields.${name}`)}
                  className={isHalf ? undefined : 'col-span-2'}
                />
              ))}
            </div>
          )}
          <div className="grid grid-cols-2 gap-x-2.5 gap-y-2">
            {shown.length > 0 && <p className="col-span-2 text-sm font-semibold">{page('pay.cardTitle')}</p>}
            <Box label={page('pay.cardNumber')} className="col-span-2" />
            <Box label={page('pay.expiry')} />
            <Box label={page('pay.cvc')} />
          </div>
          <p className="truncate rounded-sm bg-accent px-3 py-2 text-center text-md font-medium text-on-accent">
            {page(isHold ? 'pay.authorizeAmount' : 'pay.payAmount', { amount: price ?? '…' })}
          </p>
        </div>
      </div>
      {language !== asked && <p className="mt-2 text-xs text-muted">{t('otherLanguage')}</p>}
    </figure>
  )
}

/** Browser and server write prices of other languages with different spaces, so the server keeps to the plain one. */
function usePrice(amount: unknown, currency: string | undefined, language: string): string | null {
  const { overrides } = useMoney()
  const isHydrated = useIsHydrated()
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || !currency) return null
  const exponent = minorUnitExponent(currency, overrides)
  return isHydrated
    ? formatMoneyIn(amount, currency, exponent, language)
    : formatMoney(amount, currency, exponent)
}

/** What the merchant writes may be of another language: it finds its own direction. */
function Text({ text, fallback, className }: { text?: string; fallback: string; className: string }) {
  const isThere = !!text?.trim()
  return (
    <p
      dir="auto"
      className={cx('line-clamp-4 wrap-anywhere whitespace-pre-line', className, !isThere && 'text-faint')}
    >
      {isThere ? text : fallback}
    </p>
  )
}

function Box({ label, className }: { label: string; className?: string }) {
  return (
    <span className={cx('min-w-0', className)}>
      <span className="mb-0.5 block truncate text-2xs text-muted">{label}</span>
      <span className="block h-6 rounded-xs border border-border-strong" />
    </span>
  )
}

/** A language's words come when a product is first made in it. English is here already. */
const loaders: Record<Exclude<PayerLanguage, 'en'>, () => Promise<{ default: object }>> = {
  ar: () => import('@/lib/core/i18n/payer/ar.json'),
  de: () => import('@/lib/core/i18n/payer/de.json'),
  es: () => import('@/lib/core/i18n/payer/es.json'),
  fr: () => import('@/lib/core/i18n/payer/fr.json'),
  it: () => import('@/lib/core/i18n/payer/it.json'),
  ka: () => import('@/lib/core/i18n/payer/ka.json'),
  lt: () => import('@/lib/core/i18n/payer/lt.json'),
  lv: () => import('@/lib/core/i18n/payer/lv.json'),
  pl: () => import('@/lib/core/i18n/payer/pl.json'),
  ru: () => import('@/lib/core/i18n/payer/ru.json'),
  tr: () => import('@/lib/core/i18n/payer/tr.json'),
  uk: () => import('@/lib/core/i18n/payer/uk.json'),
  zh: () => import('@/lib/core/i18n/payer/zh.json'),
}

type Loaded = { language: PayerLanguage; messages: Messages }

/**
 * The words of a payment page in a language, English for those this application does not speak and while they load:
 * `const { t, language } = usePageWords('de')`, then `t('pay.cvc')`.
 */
function usePageWords(wantedLanguage: string) {
  const english = useMessages()
  const wanted = payerLanguage(wantedLanguage)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (wanted === 'en') return
    let isWanted = true
    loaders[wanted]().then(
      // A payment page's own namespaces (lib/core/i18n/payer-messages.ts); no other is asked for.
      ({ default: messages }) => isWanted && setLoaded({ language: wanted, messages: messages as Messages }),
      () => {}, // English stays; it is a sketch.
    )
    return () => {
      isWanted = false
    }
  }, [wanted])
  const isLoaded = loaded?.language === wanted
  const language = isLoaded ? wanted : 'en'
  const messages = isLoaded ? loaded.messages : english
  return useMemo(() => {
    // use-intl's types know the back office's languages alone; ICU plurals follow this one.
    const locale = language as AppLocale
    return { language, t: createTranslator<Messages, 'sandbox'>({ locale, messages, namespace: 'sandbox' }) }
  }, [language, messages])
}
