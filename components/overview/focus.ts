/**
 * A row that was put right leaves the list, and the focus would fall to the top of the page with it. Call before; the
 * function it answers, called when the row may be gone, gives the focus to the next row's button, or the page's content.
 */
export function keepFocus(button: HTMLElement | null): () => void {
  const row = button?.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  return () =>
    requestAnimationFrame(() => {
      if (button?.isConnected) return
      const target = next?.isConnected ? next.querySelector<HTMLElement>('button, a') : null
      ;(target ?? document.getElementById('content'))?.focus()
    })
}
