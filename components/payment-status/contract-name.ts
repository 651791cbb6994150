import { useTranslations } from 'use-intl'
import { checkoutContracts as known } from '@/lib/gateway/checkouts/choices'

export type Contract = (typeof known)[number]
export const isKnownContract = (contract: string): contract is Contract =>
  known.some((one) => one === contract)

/** Returns a function that names a contract; unknown ones keep the gateway's name. */
export function useContractName(): (contract: string) => string {
  const t = useTranslations('cardTokens.contracts')
  return (contract) => (isKnownContract(contract) ? t(contract) : contract)
}
