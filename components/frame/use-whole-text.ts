import { useEffect } from 'react'

/**
 * A way to read all of what is cut, everywhere: under a pointer it is the text's hint, and where nothing else answers to
 * a tap, as on a phone, a tap shows all of it and another one cuts it again.
 */
export function useWholeText() {
  useEffect(() => {
    const hinted = new WeakSet<HTMLElement>()
    const onPointerOver = ({ target }: PointerEvent) => {
      const cut = cutAround(target)
      if (!cut || (cut.title && !hinted.has(cut))) return
      hinted.add(cut)
      cut.title = cut.innerText.trim()
    }
    const onClick = ({ target, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented || !(target instanceof Element) || target.closest(controls)) return
      const whole = target.closest('[data-whole]')
      if (whole) return whole.removeAttribute('data-whole')
      cutAround(target)?.setAttribute('data-whole', '')
    }
    document.addEventListener('pointerover', onPointerOver)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('click', onClick)
    }
  }, [])
}

/** What does something by itself when it is pressed. */
const controls =
  'a, button, input, label, select, textarea, summary, [role=button], [role=option], [role^=menuitem], tr'

/** The element around it that does not show all of its text; most often itself. */
function cutAround(target: EventTarget | null): HTMLElement | null {
  let element = target instanceof HTMLElement ? target : null
  for (let up = 0; element && up < 3; up++, element = element.parentElement)
    if (isCut(element)) return element
  return null
}

function isCut(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
}
