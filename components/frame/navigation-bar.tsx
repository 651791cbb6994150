'use client'
import { useEffect, useOptimistic } from 'react'
import { onNavigation } from '@/lib/core/navigation'

/**
 * Says that another page is on its way, where that takes longer than a blink. Pages have no loading file: what stands
 * in a boundary of its own is shown by React only 0.3 s after the frame, however soon it is there.
 */
export function NavigationBar({ label }: { label: string }) {
  // Set within the navigation's transition, it falls back by itself when that has ended, however it did.
  const [isOnItsWay, setOnItsWay] = useOptimistic(false)
  useEffect(() => onNavigation(() => setOnItsWay(true)), [setOnItsWay])
  if (!isOnItsWay) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-60 h-0.5 origin-left scale-x-90 animate-creep bg-accent"
    />
  )
}
