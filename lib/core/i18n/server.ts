import 'server-only'
import {
  createTranslator,
  type Messages as IntlMessages,
  type NamespaceKeys,
  type NestedKeyOf,
} from 'use-intl/core'
import { en } from './en'
import { type AppLocale, defaultLocale, type Messages } from './locales'
import { onIntlError } from './on-error'

const messages: Record<AppLocale, Messages> = { en }

export function getMessages(locale: AppLocale = defaultLocale): Messages {
  return messages[locale]
}

type Namespace = NamespaceKeys<IntlMessages, NestedKeyOf<IntlMessages>>

const translators = new Map<string, unknown>()

/** Returns a translator for server code: `const t = getTranslator('products')`. */
export function getTranslator<const N extends Namespace>(namespace: N, locale: AppLocale = defaultLocale) {
  const make = () =>
    createTranslator<Messages, N>({ locale, messages: messages[locale], namespace, onError: onIntlError })
  // Cached, because a translator has its own caches and large exports translate row by row.
  const key = `${locale} ${namespace}`
  const known = translators.get(key) as ReturnType<typeof make> | undefined
  if (known) return known
  const made = make()
  translators.set(key, made)
  return made
}
