import 'server-only'
import {
  createTranslator,
  type Messages as IntlMessages,
  type NamespaceKeys,
  type NestedKeyOf,
} from 'use-intl/core'
import en from './en.json'
import { type AppLocale, defaultLocale, type Messages } from './locales'
import { onIntlError } from './on-error'

const messages: Record<AppLocale, Messages> = { en }

/** All messages of a language, for the provider in the root layout. */
export function getMessages(locale: AppLocale = defaultLocale): Messages {
  return messages[locale]
}

type Namespace = NamespaceKeys<IntlMessages, NestedKeyOf<IntlMessages>>

/** Words of one namespace, for server components and route handlers: `const t = getTranslator('products')`. */
export function getTranslator<const N extends Namespace>(namespace: N, locale: AppLocale = defaultLocale) {
  return createTranslator<Messages, N>({
    locale,
    messages: messages[locale],
    namespace,
    onError: onIntlError,
  })
}
