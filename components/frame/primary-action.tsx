'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import type { ReactNode, Ref } from 'react'
import { Button } from '../ui/button'
import { Kbd } from '../ui/text/kbd'
import { LinkButton } from '../ui/link'
import { useShortcut } from '../ui/press/use-shortcut'

interface ActionLook {
  label: string
  icon: ReactNode
  /** A single key that triggers the action, such as `n`. */
  shortcut?: string
}

interface PrimaryActionProps extends ActionLook {
  href: Route
}

/** The main action of a list, which creates a record. Phones show only its icon. */
export function PrimaryAction({ href, ...look }: PrimaryActionProps) {
  const router = useRouter()
  useShortcut({ key: look.shortcut ?? '', isDisabled: !look.shortcut }, () => router.push(href))
  return <LinkButton href={href} {...looksOf(look)} />
}

interface PrimaryButtonProps extends ActionLook {
  ref?: Ref<HTMLButtonElement>
  onPress: () => void
}

/** A main action that opens a dialog. The page listens to its shortcut. */
export const PrimaryButton = ({ ref, onPress, ...look }: PrimaryButtonProps) => (
  <Button ref={ref} onPress={onPress} {...looksOf(look)} />
)

const looksOf = ({ label, icon, shortcut }: ActionLook) => ({
  variant: 'primary' as const,
  icon,
  'aria-keyshortcuts': shortcut?.toUpperCase(),
  className: 'max-md:size-8 max-md:p-0',
  kbd: shortcut && (
    <Kbd look="on-accent" className="max-md:hidden">
      {shortcut.toUpperCase()}
    </Kbd>
  ),
  children: <span className="max-md:sr-only">{label}</span>,
})
