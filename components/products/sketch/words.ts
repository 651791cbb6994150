import { useEffect, useMemo, useState } from 'react'
import { createTranslator, useMessages } from 'use-intl'
import type { AppLocale, Messages } from '@/lib/core/i18n/locales'
import { payerLanguage, type PayerLanguage } from '@/lib/core/i18n/payer-languages'

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
export function usePageWords(wantedLanguage: string) {
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
