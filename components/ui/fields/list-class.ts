/** Shared look of everything that drops down: select, combo box, menu, palette. */
export const popoverClass =
  'animate-pop overflow-hidden rounded-md border border-border-strong bg-surface text-md text-text shadow-pop outline-none'

/** The height cuts an option in half and a shadow marks the edge, so that a long list shows there is more. */
export const longListClass = 'max-h-77 overflow-auto scroll-shadows outline-none'
export const listClass = `${longListClass} p-1`

export const itemClass =
  'flex min-h-8 cursor-default items-center gap-2 rounded-xs px-2 py-1.5 outline-none select-none ' +
  'data-focused:bg-sunken data-disabled:text-faint data-selected:font-medium data-selected:text-accent'
