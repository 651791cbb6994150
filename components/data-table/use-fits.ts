import { useEffect, useRef } from 'react'

/** Marks a box with `data-fits` while its first child is not wider than it, so that nothing in it needs to scroll sideways. */
export function useFits() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() => {
      element.toggleAttribute('data-fits', content.scrollWidth <= element.clientWidth)
    })
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return box
}
