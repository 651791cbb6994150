'use client'
import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { moneyProblem, moneyText, moneyValue } from '@/components/form/money-text'
import { Button } from '@/components/ui/button'
import { ComboBox } from '@/components/ui/combo-box'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import { currencyName } from '@/lib/format/names'
import { currencyCodes } from '@/lib/gateway/currencies'
import { minorUnitExponent } from '@/lib/gateway/minor-units'
import type { AmountRange } from './amount-range'

interface AmountDialogProps {
  range: AmountRange
  currency: string
  onChoose: (range: AmountRange, currency: string) => void
  onClose: () => void
}

/** Two amounts of one currency to choose between, in major units. Loaded when it is wanted. */
export default function AmountDialog({ range, currency: given, onChoose, onClose }: AmountDialogProps) {
  const t = useTranslations('amounts')
  const words = useTranslations()
  const locale = useLocale()
  const { overrides } = useMoney()
  const [currency, setCurrency] = useState(given)
  const exponent = minorUnitExponent(currency, overrides)
  const [from, setFrom] = useState(() => moneyText(range.from, exponent))
  const [to, setTo] = useState(() => moneyText(range.to, exponent))
  const currencies = useMemo(
    () => currencyCodes.map((id) => ({ id, label: id, detail: currencyName(id, locale) })),
    [locale],
  )
  const [least, most] = [moneyValue(from, exponent), moneyValue(to, exponent)]
  const isBackwards = typeof least === 'number' && typeof most === 'number' && most < least
  const problemOf = (text: string) => {
    const problem = moneyProblem(text, exponent)
    return problem === null ? undefined : words(`issues.${problem}`)
  }
  const isGood = typeof least !== 'string' && typeof most !== 'string' && !isBackwards

  function choose() {
    if (!isGood) return
    onChoose({ from: least ?? null, to: most ?? null }, currency)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      closeLabel={words('common.close')}
      footer={
        <>
          <Button onPress={onClose}>{words('common.cancel')}</Button>
          <Button variant="primary" onPress={choose}>
            {words('days.apply')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose()
        }}
        className="grid grid-cols-2 items-start gap-3"
      >
        <ComboBox
          className="col-span-2"
          label={t('currency')}
          searchLabel={words('form.findInList')}
          emptyText={words('form.noMatch')}
          items={currencies}
          value={currency}
          onChange={setCurrency}
        />
        <TextField
          autoFocus
          inputMode="decimal"
          label={t('least')}
          value={from}
          onChange={setFrom}
          error={problemOf(from)}
        />
        <TextField
          inputMode="decimal"
          label={t('most')}
          value={to}
          onChange={setTo}
          error={problemOf(to) ?? (isBackwards ? t('backwards') : undefined)}
        />
        <p className="col-span-2 text-sm text-muted">{t('hint', { currency })}</p>
        {/* Enter sends the form where it has a button to press. */}
        <button type="submit" hidden>
          {words('days.apply')}
        </button>
      </form>
    </Dialog>
  )
}
