'use client'
import { useLocale, useTranslations } from 'use-intl'
import { Choice } from '@/components/ui/choice'
import { formatMoneyIn } from '@/lib/core/format/money'
import { isoExponent, minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/minor-units'
import { maxDecimals } from '@/lib/shops/minor-units'

/** The example, in minor units. */
export const exampleMinor = 123_456

interface DecimalsTableProps {
  currencies: readonly string[]
  overrides: MinorUnitOverrides
  onChange: (currency: string, decimals: number) => void
}

const choices = Array.from({ length: maxDecimals + 1 }, (_, count) => ({
  id: String(count),
  label: String(count),
}))

const cell = 'border-b py-1.5 pe-4 text-start last:pe-0'

/** One row a currency: how its amounts are read, with an example. */
export function DecimalsTable({ currencies, overrides, onChange }: DecimalsTableProps) {
  const t = useTranslations('payments.decimals')
  const locale = useLocale()
  if (currencies.length === 0) return null
  return (
    <div className="overflow-x-auto" role="group" aria-label={t('title')} tabIndex={0}>
      <table className="w-full text-md">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className={`${cell} font-medium`}>
              {t('currency')}
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              {t('decimals')}
            </th>
            <th scope="col" className={`${cell} font-medium whitespace-nowrap`}>
              {t('example', { minor: String(exampleMinor) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {currencies.map((currency) => {
            const [table, iso] = [minorUnitExponent(currency), isoExponent(currency)]
            const decimals = minorUnitExponent(currency, overrides)
            return (
              <tr key={currency}>
                <th scope="row" className={`${cell} font-medium`}>
                  {currency}
                </th>
                <td className={cell}>
                  <Choice
                    label={t('decimalsOf', { currency })}
                    items={choices}
                    value={String(decimals)}
                    onChange={(id) => onChange(currency, Number(id))}
                  />
                  {decimals !== table && (
                    <p className="mt-0.5 text-xs text-muted">{t('table', { count: table })}</p>
                  )}
                  {decimals !== iso && <p className="mt-0.5 text-xs text-warn">{t('iso', { count: iso })}</p>}
                </td>
                <td className={`${cell} whitespace-nowrap tabular-nums`}>
                  {formatMoneyIn(exampleMinor, currency, decimals, locale)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
