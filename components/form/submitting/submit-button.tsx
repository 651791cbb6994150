'use client'
import {
  type ReactNode,
  useContext,
  useRef,
  type RefObject,
  useEffect,
  useState,
  createContext,
  useEffectEvent,
} from 'react'
import { useFormState } from 'react-hook-form'
import { Button, type ButtonProps } from '@/components/ui/button'
import { Kbd } from '@/components/ui/text/kbd'
import { useModKey, hasOpenOverlay } from '@/components/ui/press/use-shortcut'
import { afterPress } from '../fields/use-form-field'

interface SubmitButtonProps extends Pick<ButtonProps, 'icon' | 'className' | 'size'> {
  /** Saves existing data on a page with other such forms: looks secondary until this form changes. */
  isSave?: boolean
  children: ReactNode
}

/**
 * Never disabled for invalid input (pressing it shows what is wrong), only while sending. Shows the shortcut where it
 * reaches this form.
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

/**
 * Returns whether the focus is in the surrounding form. Updates after a press ends, so that the change does not move
 * the pressed control.
 */
function useHasFocus(inside: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(false)
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const look = () => setHasFocus(form.contains(document.activeElement))
    const onFocus = () => afterPress(look)
    // On focusout, the next element does not have the focus yet.
    const onBlur = () => setTimeout(onFocus)
    look()
    form.addEventListener('focusin', onFocus)
    form.addEventListener('focusout', onBlur)
    return () => {
      form.removeEventListener('focusin', onFocus)
      form.removeEventListener('focusout', onBlur)
    }
  }, [inside])
  return hasFocus
}

/** True when the form is its whole page: its shortcuts then work wherever the focus is. */
export const WholePage = createContext(false)

/** Whether this is ⌘↵ or Ctrl+↵. On a link these open another tab, so it does not count there. */
export const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  (event.metaKey || event.ctrlKey) &&
  !event.isComposing &&
  !(event.target instanceof Element && event.target.closest('a[href]'))

/** Submits a whole-page form on ⌘↵ or Ctrl+↵ from anywhere on the page, unless an overlay is open. */
export function usePageKeys(form: RefObject<HTMLFormElement | null>, isWholePage: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isSubmitKey(event) || hasOpenOverlay()) return
    event.preventDefault()
    form.current?.requestSubmit()
  })
  useEffect(() => {
    if (!isWholePage) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isWholePage])
}
