import { cx } from './cx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

const base =
  'inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap select-none ' +
  'transition-colors data-disabled:opacity-50 data-pending:cursor-progress'

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-6.5 gap-1.5 rounded-sm px-2 py-[3px] text-sm',
  md: 'min-h-8 gap-[7px] rounded-sm px-[11px] py-1.5 text-md',
}

// `data-pressed` is for React Aria's own buttons (triggers of menus and pickers).
const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent bg-accent text-on-accent shadow-card hover:border-accent-hover hover:bg-accent-hover ' +
    'data-pressed:bg-accent-hover',
  secondary:
    'border-border-strong bg-surface text-text shadow-card hover:bg-sunken active:bg-border data-pressed:bg-border',
  ghost: 'border-transparent text-muted hover:bg-sunken hover:text-text data-pressed:bg-border',
  danger:
    'border-danger bg-danger text-on-accent shadow-card hover:border-danger-hover hover:bg-danger-hover ' +
    'data-pressed:bg-danger-hover',
}

export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return cx(base, sizes[size], variants[variant], className)
}
