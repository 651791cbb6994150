import { useEffect, useRef } from 'react'

const property = '--page-head'

/** Tells styles how high the head of the page is where it stays in sight, so that what sticks beneath it knows where. */
export function useHeadHeight(isSticky: boolean) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = head.current
    if (!element || !isSticky) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [isSticky])
  return head
}
