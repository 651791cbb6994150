'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { QueryError } from '@/components/data-table/query-state'
import { useFailureText } from '@/components/dialogs/failure'
import { InUse } from '@/components/frame/in-use'
import { useIsArchived } from '@/components/frame/use-may'
import { useCurrencyOptions } from '@/components/money/currency-options'
import { LastChange } from '@/components/settings/last-change'
import { sendPart } from '@/components/settings/use-settings-form'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { ComboBox } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { formatMoneyIn } from '@/lib/core/format/money'
import { minorUnitExponent, type MinorUnitOverrides, isoExponent } from '@/lib/gateway/values/minor-units'
import { changeMinorUnits, minorUnitsOptions, shopCurrenciesOptions } from '@/lib/shops/client'
import { type MinorUnitSettings, maxDecimals } from '@/lib/shops/minor-units'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { Choice } from '@/components/ui/choice'

interface MinorUnitsCardProps {
  shop: string
  liveShopName: string | null
}

/** What each currency's amounts mean at this shop's provider, and where that differs from the table. */
export function MinorUnitsCard({ shop, liveShopName }: MinorUnitsCardProps) {
  const t = useTranslations('payments.decimals')
  const failed = useTranslations('payments')('failedTitle')
  const query = useQuery(minorUnitsOptions(shop))
  const { data } = query
  return (
    <Card>
      <Section title={t('title')}>
        <p className="mb-3 text-md/5 text-muted">{t('text')}</p>
        {query.isError && !data && <QueryError query={query} title={failed} />}
        {data && <MinorUnitsForm shop={shop} liveShopName={liveShopName} saved={data} />}
        <div className="mt-3">
          <LastChange shop={shop} part="minor_units" />
        </div>
      </Section>
    </Card>
  )
}

function MinorUnitsForm({ shop, liveShopName, saved }: MinorUnitsCardProps & { saved: MinorUnitSettings }) {
  const t = useTranslations('payments.decimals')
  const form = useTranslations('form')
  const { data: used } = useQuery(shopCurrenciesOptions(shop))
  const all = useCurrencyOptions()
  const [changed, setChanged] = useState<MinorUnitOverrides>({})
  const [added, setAdded] = useState<readonly string[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const wanted = { ...saved.overrides, ...changed }
  const shown = new Set([...(used?.currencies ?? []), ...Object.keys(wanted), ...added].sort())
  const changes = Object.keys(changed).filter(
    (currency) => minorUnitExponent(currency, changed) !== minorUnitExponent(currency, saved.overrides),
  )
  return (
    <>
      <UnsavedGuard isDirty={changes.length > 0} />
      <DecimalsTable
        currencies={[...shown]}
        overrides={wanted}
        onChange={(currency, decimals) => setChanged({ ...changed, [currency]: decimals })}
      />
      <InUse>
        <ComboBox
          className="mt-3 max-w-60"
          label={t('add')}
          searchLabel={form('findInList')}
          emptyText={form('noMatch')}
          items={all.filter(({ id }) => !shown.has(id))}
          value={null}
          onChange={(currency) => currency !== null && setAdded([...added, currency])}
        />
      </InUse>
      {changes.length > 0 && (
        <div className="mt-4 flex gap-2">
          <InUse>
            <Button variant="primary" onPress={() => setIsAsking(true)}>
              {t('save')}
            </Button>
          </InUse>
          <Button onPress={() => setChanged({})}>{t('forget')}</Button>
        </div>
      )}
      {isAsking && (
        <SaveQuestion
          shop={shop}
          liveShopName={liveShopName}
          saved={saved}
          wanted={wanted}
          changes={changes}
          onClose={() => setIsAsking(false)}
          onSaved={() => {
            setChanged({})
            setIsAsking(false)
          }}
        />
      )}
    </>
  )
}

interface SaveQuestionProps extends MinorUnitsCardProps {
  saved: MinorUnitSettings
  wanted: MinorUnitOverrides
  /** The currencies that are read differently. */
  changes: readonly string[]
  onClose: () => void
  onSaved: () => void
}

/** Says how each changed currency is read before and after, because this affects every price and payment. */
function SaveQuestion({ shop, liveShopName, saved, wanted, changes, onClose, onSaved }: SaveQuestionProps) {
  const locale = useLocale()
  const t = useTranslations('payments.decimals')
  const failureText = useFailureText()
  const client = useQueryClient()
  const router = useRouter()
  const { queryKey } = minorUnitsOptions(shop)
  const save = useMutation({
    mutationFn: () =>
      sendPart({
        seen: saved,
        load: () => client.query({ ...minorUnitsOptions(shop), staleTime: 0 }),
        isSame: (one, other) =>
          Object.keys({ ...one.overrides, ...other.overrides }).every(
            (currency) => one.overrides[currency] === other.overrides[currency],
          ),
        send: (version) => changeMinorUnits(shop, { version, overrides: wanted }),
      }),
    onSuccess: (settings) => {
      storeAnswer(client, queryKey, settings)
      onSaved()
      toast(t('saved'))
      router.refresh() // This affects every amount on the pages.
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const text = (currency: string, overrides: MinorUnitOverrides) =>
    formatMoneyIn(exampleMinor, currency, minorUnitExponent(currency, overrides), locale)
  return (
    <ConfirmDialog
      title={liveShopName ? t('questionIn', { shop: liveShopName }) : t('question')}
      confirmLabel={t('save')}
      isDanger
      isPending={save.isPending}
      failure={save.error && failureText(save.error)}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <p>{t('questionText')}</p>
      <ul className="mt-2 grid gap-1">
        {changes.map((currency) => (
          <li key={currency}>
            {t('change', {
              minor: String(exampleMinor),
              before: text(currency, saved.overrides),
              after: text(currency, wanted),
            })}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** The example, in minor units. */
const exampleMinor = 123_456

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
function DecimalsTable({ currencies, overrides, onChange }: DecimalsTableProps) {
  const t = useTranslations('payments.decimals')
  const locale = useLocale()
  const isArchived = useIsArchived()
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
                    isDisabled={isArchived}
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
