'use client'
import type { LucideIcon } from 'lucide-react'

/**
 * Draws icons once and hidden, for `RepeatedIcon` to show in every row of a list: an icon can have a dozen elements,
 * and icons were half of the elements of a product's row.
 */
export function IconDrawings({ icons }: { icons: Record<string, LucideIcon> }) {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} id={idOf(name)} size="100%" />
      ))}
    </svg>
  )
}

/** @param name as in the `IconDrawings` of the page */
export const RepeatedIcon = ({ name, size }: { name: string; size: number }) => (
  <svg aria-hidden width={size} height={size}>
    <use href={`#${idOf(name)}`} />
  </svg>
)

const idOf = (name: string) => `icon-${name}`
