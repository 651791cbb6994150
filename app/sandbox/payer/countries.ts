import 'server-only'
import { namedOptions } from '@/lib/core/format/names'
import { countryCodes } from '@/lib/gateway/countries'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'

export type Country = { id: string; label: string }

const known = new Map<PayerLanguage, Country[]>()

/** Countries by name in the page's language; named here, because browsers know other names than Node does. */
export function countries(language: PayerLanguage): Country[] {
  const found = known.get(language) ?? namedOptions('region', countryCodes, language)
  known.set(language, found)
  return found
}
