import 'server-only'
import {
  createTranslator,
  type Messages as IntlMessages,
  type NamespaceKeys,
  type NestedKeyOf,
} from 'use-intl/core'
import { en } from './en'
import type { AppLocale, Messages } from './locales'
import { onIntlError } from './on-error'
import ar from './payer/ar.json'
import de from './payer/de.json'
import es from './payer/es.json'
import fr from './payer/fr.json'
import it from './payer/it.json'
import ka from './payer/ka.json'
import lt from './payer/lt.json'
import lv from './payer/lv.json'
import pl from './payer/pl.json'
import ru from './payer/ru.json'
import tr from './payer/tr.json'
import uk from './payer/uk.json'
import zh from './payer/zh.json'
import type { PayerLanguage } from './payer-languages'

type PayerMessages = {
  common: Pick<Messages['common'], 'optional'>
  form: Pick<Messages['form'], 'summary'>
  sandbox: Omit<Messages['sandbox'], 'outbox'>
}

/** Stays on the server: a browser gets only one language, and only the forms' part of it. */
const messages: Record<PayerLanguage, PayerMessages> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ka,
  lt,
  lv,
  pl,
  ru,
  tr,
  uk,
  zh,
}

/** Returns the messages for client components, for {@link file://./payer-provider.tsx}. */
export function payerFormMessages(language: PayerLanguage) {
  const { common, form, sandbox } = messages[language]
  const { pay, fields, fieldErrors, result, challenge } = sandbox
  return {
    common: { optional: common.optional },
    form: { summary: form.summary },
    sandbox: { pay, fields, fieldErrors, result, challenge },
  }
}
export type PayerFormMessages = ReturnType<typeof payerFormMessages>

type Namespace = Extract<
  NamespaceKeys<IntlMessages, NestedKeyOf<IntlMessages>>,
  'sandbox' | `sandbox.${string}`
>

/** Returns the translator of one namespace: `const t = payerTranslator('de', 'sandbox.pay')`. */
export function payerTranslator<const N extends Namespace>(language: PayerLanguage, namespace: N) {
  return createTranslator<Messages, N>({
    // use-intl's types know only the back office's languages. ICU plurals follow this locale.
    locale: language as AppLocale,
    messages: messages[language] as Messages,
    namespace,
    onError: onIntlError,
  })
}
