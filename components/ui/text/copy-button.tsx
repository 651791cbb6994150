'use client'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonProps } from '../button'
import { IconButton } from '../icon-button'
import { copyText } from './copy-text'
import { Breakable } from './breakable'

type Look = Pick<ButtonProps, 'variant' | 'size' | 'autoFocus' | 'title'>
/** `isIcon` shows only the icon, with the label as tooltip. */
type Shape = (Look & { isIcon?: false }) | ({ isIcon: true } & { [Name in keyof Look]?: never })

type CopyButtonProps = Shape & {
  text: string
  label: string
  className?: string
  /** Replaces the default icon, where copy actions are side by side. */
  icon?: ReactNode
  /** The accessible name where `label` alone is not unique, as in table rows. */
  'aria-label'?: string
}

type Outcome = 'idle' | 'copied' | 'failed'

/** Copies with one click. After success the icon is a tick for 2 s. A live region announces success or failure. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, isIcon, icon: given, className, 'aria-label': ariaLabel, ...look } = props
  const t = useTranslations('common')
  const [outcome, setOutcome] = useState<Outcome>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    setOutcome((await copyText(text)) ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome('idle'), 2000)
  }

  const outcomeText = outcome === 'copied' ? t('copied') : outcome === 'failed' ? t('copyFailed') : label
  const icon =
    outcome === 'copied' ? <Check aria-hidden size={15} /> : (given ?? <Copy aria-hidden size={15} />)
  return (
    <>
      {isIcon ? (
        <IconButton size="sm" label={ariaLabel ?? label} icon={icon} className={className} onPress={copy} />
      ) : (
        <Button {...look} className={className} aria-label={ariaLabel} icon={icon} onPress={copy}>
          {/* Both labels share one cell, so that the button keeps its width. */}
          <span className="grid *:[grid-area:1/1]">
            <span className={outcome === 'idle' ? undefined : 'invisible'}>{label}</span>
            {outcome !== 'idle' && <span>{outcomeText}</span>}
          </span>
        </Button>
      )}
      <span role="status" className="sr-only">
        {outcome === 'idle' ? '' : outcomeText}
      </span>
    </>
  )
}

interface CopiedValueProps {
  text: string
  /** The accessible name of the button. It says what is copied. */
  label: string
  isMono?: boolean
}

/** A value with a button that copies it. */
export const CopiedValue = ({ text, label, isMono = true }: CopiedValueProps) => (
  <span className="flex min-w-0 items-start gap-1">
    <bdi
      className={
        isMono ? 'line-clamp-3 min-w-0 font-mono text-xs leading-5 wrap-anywhere' : 'min-w-0 wrap-anywhere'
      }
    >
      <Breakable text={text} />
    </bdi>
    <CopyButton isIcon className="-my-0.5 shrink-0" text={text} label={label} />
  </span>
)
