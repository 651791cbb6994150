'use client'
import type { ReactNode } from 'react'
import { TextField, type TextFieldProps } from './text-field'

export interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'prefix'> {
  /** The currency picker, or the code as text when it is fixed; null when it is elsewhere. */
  currency: ReactNode
  /** The parsed amount, shown below in the monospaced font. */
  minorHint?: ReactNode
}

/** An amount in major units with its currency. Presentation only: the form parses the amount. */
export function MoneyField({ currency, minorHint, hint, ...props }: MoneyFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="text"
      inputMode="decimal"
      hint={
        minorHint || hint ? (
          <>
            {minorHint && <span className="block font-mono">{minorHint}</span>}
            {hint}
          </>
        ) : undefined
      }
      suffix={currency && <div className="flex h-5 shrink-0 items-center border-l">{currency}</div>}
    />
  )
}
