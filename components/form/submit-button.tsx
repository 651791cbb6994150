'use client'
import { type ReactNode, useContext, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { Button, type ButtonProps } from '../ui/button'
import { Kbd } from '../ui/kbd'
import { useModKey } from '../ui/mod-key'
import { useHasFocus } from './use-has-focus'
import { WholePage } from './whole-page'

export interface SubmitButtonProps extends Pick<ButtonProps, 'icon' | 'className' | 'size'> {
  /** Saves what stands already, beside other forms that do: quiet until something here was changed. */
  isSave?: boolean
  children: ReactNode
}

/**
 * Never disabled for wrong input (pressing it says what is wrong), only held while sending. The keys are told where they
 * reach this form.
 */
export function SubmitButton({ isSave = false, children, ...props }: SubmitButtonProps) {
  const { isSubmitting, isDirty } = useFormState()
  const mod = useModKey()
  const button = useRef<HTMLButtonElement>(null)
  const isWholePage = useContext(WholePage)
  const hasFocus = useHasFocus(button)
  const isQuiet = isSave && !isDirty
  return (
    <Button
      {...props}
      ref={button}
      type="submit"
      variant={isQuiet ? 'secondary' : 'primary'}
      isPending={isSubmitting}
      kbd={
        (isWholePage || hasFocus) && (
          <Kbd look={isQuiet ? 'plain' : 'on-accent'} className="max-md:hidden">
            {mod}↵
          </Kbd>
        )
      }
    >
      {children}
    </Button>
  )
}
