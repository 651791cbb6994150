import 'server-only'
import { namedOptions } from '@/lib/core/format/names'
import { countryCodes } from '@/lib/gateway/values/countries'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'

export type Country = { id: string; label: string }

const known = new Map<PayerLanguage, Country[]>()

/**
 * Returns countries with names in the page's language. Named on the server, because browsers use other names than Node.
 */
export function countries(language: PayerLanguage): Country[] {
  const found = known.get(language) ?? namedOptions('region', countryCodes, language)
  known.set(language, found)
  return found
}
