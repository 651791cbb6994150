'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import { contracts as known } from '@/lib/card-tokens/filters'

export type Contract = (typeof known)[number]
const isKnown = (contract: string): contract is Contract => known.some((one) => one === contract)

/** Returns a function that names a contract; unknown ones keep the gateway's name. */
export function useContractName(): (contract: string) => string {
  const t = useTranslations('cardTokens.contracts')
  return (contract) => (isKnown(contract) ? t(contract) : contract)
}

/** A token's permitted uses, as badges. */
export function Contracts({ contracts }: { contracts: readonly string[] }) {
  const name = useContractName()
  if (contracts.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="flex flex-wrap gap-1">
      {contracts.map((contract) => (
        <Badge key={contract}>{name(contract)}</Badge>
      ))}
    </span>
  )
}

/** A token's permitted uses, each with an explanation. */
export function ContractTexts({ contracts }: { contracts: readonly string[] }) {
  const t = useTranslations('cardTokens')
  const name = useContractName()
  if (contracts.length === 0) return <p className="text-md/5 text-muted">{t('page.noContract')}</p>
  return (
    <dl className="grid gap-2.5 text-md/5">
      {contracts.map((contract) => (
        <div key={contract}>
          <dt className="font-medium">{name(contract)}</dt>
          <dd className="text-muted">
            {isKnown(contract) ? t(`contractTexts.${contract}`) : t('page.otherContract')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
