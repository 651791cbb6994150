import { currencyCodes } from '@/lib/gateway/currencies'

const isCode = (code: string | null): code is string => code !== null && /^[A-Z]{3}$/.test(code)

/**
 * Any currency: those that are `used` first, then all others, then what else is chosen. A choice moves nothing, as
 * another may follow.
 */
export const currencyChoices = (
  used: readonly (string | null)[],
  chosen: readonly string[] = [],
): string[] => [...new Set([...used.filter(isCode).toSorted(), ...currencyCodes, ...chosen])]
