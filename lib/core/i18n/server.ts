import 'server-only'
import {
  createTranslator,
  type Messages as IntlMessages,
  type NamespaceKeys,
  type NestedKeyOf,
} from 'use-intl/core'
import { currentLocale } from './current'
import { en } from './en'
import { type AppLocale, type Messages, type OfferedLocale, pseudoLocale } from './locales'
import { onIntlError } from './on-error'
import { pseudoMessages } from './pseudo'

const messages: Record<OfferedLocale, Messages> = { en }

let pseudo: Messages | undefined

export function getMessages(locale: AppLocale): Messages {
  return locale === pseudoLocale ? (pseudo ??= pseudoMessages(en)) : messages[locale]
}

export type Namespace = NamespaceKeys<IntlMessages, NestedKeyOf<IntlMessages>>

const translators = new Map<string, unknown>()

/**
 * Returns a translator for server code: `const t = getTranslator('products')`. It uses the language of the request.
 * Give `locale` only for another reader, such as that of a mail. Pages use `pageTranslator` (page.ts).
 */
export function getTranslator<const N extends Namespace>(namespace: N, locale: AppLocale = currentLocale()) {
  const make = () =>
    createTranslator<Messages, N>({
      locale,
      messages: getMessages(locale),
      namespace,
      onError: onIntlError,
    })
  // Cached, because a translator has its own caches and large exports translate row by row.
  const key = `${locale} ${namespace}`
  const known = translators.get(key) as ReturnType<typeof make> | undefined
  if (known) return known
  const made = make()
  translators.set(key, made)
  return made
}
