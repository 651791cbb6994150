import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'

/** What our buttons take. In React Aria's words, so that a button reads the same wherever it stands. */
export interface PressProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children' | 'disabled' | 'onClick'
> {
  isDisabled?: boolean
  /** It keeps its focus and its place but does nothing, so that a double click makes one thing. */
  isPending?: boolean
  onPress?: () => unknown
  /** The pointer came near: what a press will need can be loaded. */
  onHoverStart?: () => void
  ref?: Ref<HTMLButtonElement>
}

/**
 * Those props for a plain <button>. Plain, because buttons are on every page: React Aria's brings 15 kB of code for what
 * the element does by itself. Where its own triggers need one (menus, pickers), they take it from React Aria.
 */
export function pressProps({ isDisabled, isPending, onPress, onHoverStart, type, ...rest }: PressProps) {
  return {
    ...rest,
    // A form is not sent again by Enter while it is being sent.
    type: isPending ? ('button' as const) : (type ?? ('button' as const)),
    disabled: isDisabled,
    'data-disabled': isDisabled ? '' : undefined,
    'aria-disabled': isPending ? true : undefined,
    'data-pending': isPending ? '' : undefined,
    onPointerEnter: (event: React.PointerEvent<HTMLButtonElement>) => {
      rest.onPointerEnter?.(event)
      onHoverStart?.()
    },
    onClick: ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
      if (isPending) return
      // Safari leaves the focus where it was; what is opened gives it back to the button. Enter in a field presses
      // the form's button too, and the focus stays in the field.
      if (type !== 'submit' || detail > 0) currentTarget.focus({ preventScroll: true })
      void onPress?.()
    },
  }
}
