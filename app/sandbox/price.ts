import { formatMoney } from '@/lib/format/money'
import { minorUnitExponent } from '@/lib/gateway/minor-units'

/** An amount as payers read it; the sandbox counts decimals by the provider's own table. */
export const price = ({ amount, currency }: { amount: number; currency: string }) =>
  formatMoney(amount, currency, minorUnitExponent(currency))
