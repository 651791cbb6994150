'use client'
import { Breakable } from './breakable'
import { CopyButton } from './copy-button'

interface CopiedValueProps {
  text: string
  /** The name of the button, with what it copies. */
  label: string
  isMono?: boolean
}

/** A value among facts, and a button that copies it. */
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
