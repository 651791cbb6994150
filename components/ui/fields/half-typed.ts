/**
 * Whether the browser's own date field shows a date that lacks a part. Its value is then that of an empty field, and
 * React Aria hides what the browser would say about it.
 */
export const isHalfTyped = (input: Pick<HTMLInputElement, 'validity'> | null): boolean =>
  input?.validity.badInput ?? false

/** Returns the first half-typed date within `root`. */
export const firstHalfTyped = (root: ParentNode | null): HTMLInputElement | undefined =>
  [...(root?.querySelectorAll('input') ?? [])].find(isHalfTyped)
