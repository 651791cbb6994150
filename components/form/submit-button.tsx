'use client'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { Button, type ButtonProps } from '../ui/button'
import { Kbd } from '../ui/kbd'
import { useModKey } from '../ui/mod-key'

export interface SubmitButtonProps extends Pick<ButtonProps, 'icon' | 'className' | 'size'> {
  children: ReactNode
}

/** Never disabled for wrong input (pressing it says what is wrong), only held while sending. */
export function SubmitButton({ children, ...props }: SubmitButtonProps) {
  const { isSubmitting } = useFormState()
  const mod = useModKey()
  return (
    <Button
      {...props}
      type="submit"
      variant="primary"
      isPending={isSubmitting}
      kbd={
        <Kbd look="on-accent" className="max-md:hidden">
          {mod}↵
        </Kbd>
      }
    >
      {children}
    </Button>
  )
}
