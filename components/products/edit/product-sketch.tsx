'use client'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { createTranslator, useMessages, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Card } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/disclosure'
import { useIsHydrated } from '@/components/ui/hydrated'
import { Badge } from '@/components/ui/text/badge'
import { cx } from '@/components/ui/cx'
import { formatMoneyIn, formatMoney } from '@/lib/core/format/money'
import type { AppLocale, Messages } from '@/lib/core/i18n/locales'
import { textDirection, payerLanguage, type PayerLanguage } from '@/lib/core/i18n/payer-languages'
import type { CustomerFieldName } from '@/lib/gateway/customers/fields'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import type { ProductValues } from './values'

/** The payment page's field order, and whether a field takes half a line. */
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
 * Sketches the page that the customer will see. Contains nothing focusable. Hidden from screen readers except the
 * caption, as it only repeats the fields.
 */
function ProductSketch<O>({ control }: { control: Control<ProductValues, unknown, O> }) {
  const t = useTranslations('products.sketch')
  const values = useWatch({ control })
  const asked = values.language || 'en'
  const { language, pay, fieldName } = usePageWords(asked)
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
              {pay('testProduct')}
            </Badge>
          )}
          <Text text={values.name} fallback={t('name')} className="text-base font-semibold" />
          <Text text={values.description} fallback={t('description')} className="mt-0.5 text-md text-muted" />
          <p className="mt-2.5 text-xl font-semibold tracking-tight tabular-nums">
            {price ?? <span className="text-faint">{t('price')}</span>}
          </p>
          {isHold && <p className="mt-1 text-xs text-muted">{pay('holdNote')}</p>}
        </div>
        <div className="grid gap-3.5 px-4.5 py-4">
          {shown.length > 0 && (
            <div className="grid grid-cols-2 gap-x-2.5 gap-y-2">
              <p className="col-span-2 text-sm font-semibold">{pay('detailsTitle')}</p>
              {shown.map(([name, isHalf]) => (
                <Box key={name} label={fieldName(name)} className={isHalf ? undefined : 'col-span-2'} />
              ))}
            </div>
          )}
          <div className="grid grid-cols-2 gap-x-2.5 gap-y-2">
            {shown.length > 0 && <p className="col-span-2 text-sm font-semibold">{pay('cardTitle')}</p>}
            <Box label={pay('cardNumber')} className="col-span-2" />
            <Box label={pay('expiry')} />
            <Box label={pay('cvc')} />
          </div>
          <p className="truncate rounded-sm bg-accent px-3 py-2 text-center text-md font-medium text-on-accent">
            {pay(isHold ? 'authorizeAmount' : 'payAmount', { amount: price ?? '…' })}
          </p>
        </div>
      </div>
      {language !== asked && <p className="mt-2 text-xs text-muted">{t('otherLanguage')}</p>}
    </figure>
  )
}

/** The price. Browser and server use different spaces in other languages: these appear after hydration. */
function usePrice(amount: unknown, currency: string | undefined, language: string): string | null {
  const { overrides } = useMoney()
  const isHydrated = useIsHydrated()
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || !currency) return null
  const exponent = minorUnitExponent(currency, overrides)
  return isHydrated
    ? formatMoneyIn(amount, currency, exponent, language)
    : formatMoney(amount, currency, exponent)
}

/** The merchant's text may be in another language, so its direction is detected. */
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

/** Loads a language's messages when first needed. English is already loaded. */
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
 * Returns the payment page's messages in a language, or in English while they load and for unsupported languages:
 * `const { pay, language } = usePageWords('de')`, then `pay('cvc')`.
 */
function usePageWords(wantedLanguage: string) {
  const english = useMessages()
  const wanted = payerLanguage(wantedLanguage)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (wanted === 'en') return
    let isWanted = true
    loaders[wanted]().then(
      // Contains only the namespaces of payment pages (lib/core/i18n/payer-messages.ts). No other is used.
      ({ default: messages }) => isWanted && setLoaded({ language: wanted, messages: messages as Messages }),
      () => {}, // English stays, which is enough for a sketch.
    )
    return () => {
      isWanted = false
    }
  }, [wanted])
  const isLoaded = loaded?.language === wanted
  const language = isLoaded ? wanted : 'en'
  const messages = isLoaded ? loaded.messages : english
  return useMemo(() => {
    // use-intl's types know only the back office's languages. ICU plurals follow this locale.
    const locale = language as AppLocale
    return {
      language,
      pay: createTranslator<Messages, 'sandbox.pay'>({ locale, messages, namespace: 'sandbox.pay' }),
      fieldName: createTranslator<Messages, 'sandbox.fields'>({
        locale,
        messages,
        namespace: 'sandbox.fields',
      }),
    }
  }, [language, messages])
}

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
