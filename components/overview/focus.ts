/**
 * A row that was put right leaves the list when it is next loaded, and the focus would fall to the top of the page with
 * it. Called before `spot` goes, it gives the focus to its row, or the next one, or the page's content.
 */
export function keepFocus(spot: HTMLElement): void {
  const row = spot.closest('li')
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling]
  requestAnimationFrame(() => {
    const left = rows.find((one) => one?.isConnected)
    const target = left?.querySelector<HTMLElement>('button, a')
    ;(target ?? document.getElementById('content'))?.focus()
  })
}
