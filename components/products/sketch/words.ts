import { useEffect, useState } from 'react'
import { useMessages } from 'use-intl'
import { payerLanguage, type PayerLanguage } from '@/lib/i18n/payer-languages'

/** What a payment page says, in one language. `{amount}` stands for the price. */
interface PageWords {
  common: { optional: string }
  sandbox: {
    pay: Record<
      | 'detailsTitle'
      | 'cardTitle'
      | 'cardNumber'
      | 'expiry'
      | 'cvc'
      | 'payAmount'
      | 'authorizeAmount'
      | 'holdNote'
      | 'testProduct',
      string
    >
    fields: Record<string, string>
  }
}

/** A language's words come when a product is first made in it. English is here already. */
const loaders: Record<Exclude<PayerLanguage, 'en'>, () => Promise<{ default: PageWords }>> = {
  ar: () => import('@/lib/i18n/payer/ar.json'),
  de: () => import('@/lib/i18n/payer/de.json'),
  es: () => import('@/lib/i18n/payer/es.json'),
  fr: () => import('@/lib/i18n/payer/fr.json'),
  it: () => import('@/lib/i18n/payer/it.json'),
  ka: () => import('@/lib/i18n/payer/ka.json'),
  lt: () => import('@/lib/i18n/payer/lt.json'),
  lv: () => import('@/lib/i18n/payer/lv.json'),
  pl: () => import('@/lib/i18n/payer/pl.json'),
  ru: () => import('@/lib/i18n/payer/ru.json'),
  tr: () => import('@/lib/i18n/payer/tr.json'),
  uk: () => import('@/lib/i18n/payer/uk.json'),
  zh: () => import('@/lib/i18n/payer/zh.json'),
}

type Loaded = { language: PayerLanguage; words: PageWords }

/** The words of a payment page in a language, English for those this application does not speak and while they load. */
export function usePageWords(language: string): Loaded {
  const english = useMessages()
  const wanted = payerLanguage(language)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    if (wanted === 'en') return
    let isWanted = true
    loaders[wanted]().then(
      ({ default: words }) => isWanted && setLoaded({ language: wanted, words }),
      () => {}, // English stays; it is a sketch.
    )
    return () => {
      isWanted = false
    }
  }, [wanted])
  if (loaded?.language === wanted) return loaded
  return { language: 'en', words: english }
}
