'use client'
import type { ReactNode } from 'react'
import { TextField, type TextFieldProps } from './text-field'

export interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'suffix' | 'prefix'> {
  /** The currency picker, or the currency's code as text when it is fixed; null where it stands elsewhere. */
  currency: ReactNode
  /** What was understood, shown beneath in the monospaced face. */
  minorHint?: ReactNode
}

/** Money in major units with its currency beside it. The shell only: reading the amount is the form's business. */
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
