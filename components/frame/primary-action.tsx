'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { Kbd } from '../ui/text/kbd'
import { LinkButton } from '../ui/link-button'
import { useShortcut } from '../ui/press/use-shortcut'

export interface PrimaryActionProps {
  href: Route
  label: string
  icon: ReactNode
  /** A single key that triggers the action, such as `n`. */
  shortcut?: string
}

/** The main action of a list, which creates a record. Phones show only its icon. */
export function PrimaryAction({ href, label, icon, shortcut }: PrimaryActionProps) {
  const router = useRouter()
  useShortcut({ key: shortcut ?? '', isDisabled: !shortcut }, () => router.push(href))
  return (
    <LinkButton
      href={href}
      variant="primary"
      icon={icon}
      aria-keyshortcuts={shortcut?.toUpperCase()}
      className="max-md:size-8 max-md:p-0"
      kbd={
        shortcut && (
          <Kbd look="on-accent" className="max-md:hidden">
            {shortcut.toUpperCase()}
          </Kbd>
        )
      }
    >
      <span className="max-md:sr-only">{label}</span>
    </LinkButton>
  )
}
