/** Returns the first visible control: some show only on wide screens, others only on narrow ones. */
export function firstControl(root: HTMLElement | null): HTMLElement | undefined {
  return [...(root?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])].find(
    ({ offsetParent }) => offsetParent !== null,
  )
}
