'use client'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslations, useLocale } from 'use-intl'
import { TextField, type TextFieldProps } from '@/components/ui/fields/text-field'
import { formatMoneyIn } from '@/lib/core/format/money'
import { Button } from '../../ui/button'
import { amountText, type TypedMoneyState } from './money-text'

interface TypedMoneyFieldProps extends Omit<MoneyFieldProps, 'value' | 'onChange' | 'minorHint'> {
  typed: TypedMoneyState
  /** The amount goes to the gateway; shows it in minor units. */
  isSent?: boolean
}

/**
 * A money field that shows below what was understood. For ambiguous text it offers both amounts and has no value until
 * one is chosen.
 */
export function TypedMoneyField({ typed, isSent = true, onBlur, className, ...props }: TypedMoneyFieldProps) {
  const t = useTranslations('form')
  const locale = useLocale()
  const container = useRef<HTMLDivElement>(null)
  const { unit, meaning, money } = typed
  const { currency, exponent } = unit

  function understood(): string | undefined {
    if (meaning?.kind !== 'amount' || currency === '') return undefined
    const price = formatMoneyIn(meaning.minor, currency, exponent, locale)
    return isSent ? t('willSend', { price, amount: String(meaning.minor), currency }) : price
  }
  function choose(minor: number) {
    typed.choose(minor)
    // The pressed button is about to disappear.
    container.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={container} className={className}>
      <MoneyField
        {...props}
        value={money.text}
        onChange={typed.setText}
        onBlur={(event) => {
          typed.normalise()
          onBlur?.(event)
        }}
        minorHint={understood()}
      />
      <div aria-live="polite">
        {meaning?.kind === 'ambiguous' && (
          <Readings
            texts={meaning.readings.map((minor) => [minor, amountText(minor, exponent)])}
            onChoose={choose}
          />
        )}
      </div>
    </div>
  )
}

interface ReadingsProps {
  texts: readonly (readonly [minor: number, text: string])[]
  onChoose: (minor: number) => void
}

function Readings({ texts, onChoose }: ReadingsProps) {
  const t = useTranslations('typedMoney')
  const label = useId()
  return (
    <div role="group" aria-labelledby={label} className="mt-1.5">
      <p id={label} className="text-xs text-warn">
        {t('either')}
      </p>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {texts.map(([minor, text]) => (
          <Button key={minor} size="sm" className="tabular-nums" onPress={() => onChoose(minor)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'prefix'> {
  /** The currency picker, or the code as text when it is fixed; null when it is elsewhere. */
  currency: ReactNode
  /** The parsed amount, shown below in the monospaced font. */
  minorHint?: ReactNode
}

/** An amount in major units with its currency. Presentation only: the form parses the amount. */
function MoneyField({ currency, minorHint, hint, ...props }: MoneyFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="text"
      inputMode="decimal"
      hint={
        minorHint || hint ? (
          <>
            {minorHint && (
              <span dir="auto" className="block font-mono">
                {minorHint}
              </span>
            )}
            {hint}
          </>
        ) : undefined
      }
      suffix={currency && <div className="flex h-5 shrink-0 items-center border-s">{currency}</div>}
    />
  )
}
