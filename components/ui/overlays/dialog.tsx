'use client'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import {
  Dialog as AriaDialog,
  Heading,
  Modal,
  ModalOverlay,
  type ModalOverlayProps,
} from 'react-aria-components/Modal'
import { cx } from '../cx'
import { IconButton } from '../icon-button'
import { visibleName } from '../text/visible-text'

export interface DialogProps extends Omit<ModalOverlayProps, 'className' | 'children'> {
  title: ReactNode
  /** Use `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  size?: 'sm' | 'md' | 'lg'
  /** Whether the page behind it cannot be seen. */
  isOpaque?: boolean
  closeLabel: string
  /** Buttons, the safe one first. `slot="close"` on a button closes the dialog. */
  footer?: ReactNode
  children?: ReactNode | ((close: () => void) => ReactNode)
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }

/**
 * A modal dialog that keeps the focus inside and returns it on close. Controlled by `isOpen`/`onOpenChange`, or the
 * second child of React Aria's <DialogTrigger>.
 */
export function Dialog(props: DialogProps) {
  const { title, role = 'dialog', size = 'sm', isOpaque, closeLabel, footer, children, ...overlay } = props
  const body = useRef<HTMLDivElement>(null)
  return (
    <ModalOverlay
      isDismissable={role === 'dialog'}
      // A press beside a form would lose what was filled in.
      shouldCloseOnInteractOutside={() => !body.current?.querySelector('form')}
      {...overlay}
      className={cx(
        'fixed inset-0 z-50 flex animate-fade items-start justify-center overflow-y-auto p-4 pt-[12vh] max-md:pt-4',
        isOpaque ? 'bg-bg' : 'bg-scrim',
      )}
    >
      <Modal className={cx('w-full animate-pop', widths[size])}>
        <AriaDialog role={role} className="rounded-lg border bg-surface shadow-pop outline-none">
          {({ close }) => (
            <>
              <div className="flex items-start gap-3 py-3.5 pe-3 ps-5">
                <Heading slot="title" className="min-w-0 flex-1 pt-1 text-lg font-semibold wrap-anywhere">
                  {typeof title === 'string' ? visibleName(title) : title}
                </Heading>
                <IconButton
                  label={closeLabel}
                  hasTooltip={false}
                  icon={<X aria-hidden size={17} />}
                  onPress={close}
                />
              </div>
              <div ref={body} className="px-5 pb-5 text-base">
                {typeof children === 'function' ? children(close) : children}
              </div>
              {footer && <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
