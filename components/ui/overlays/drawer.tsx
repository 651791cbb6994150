'use client'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal'
import { cx } from '../cx'
import { IconButton } from '../icon-button'

interface DrawerProps extends Omit<ModalOverlayProps, 'className' | 'children'> {
  side?: 'left' | 'right'
  /** The heading. Pass `aria-label` instead when the content has its own heading. */
  title?: ReactNode
  'aria-label'?: string
  closeLabel: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A modal sheet at the side of the page. Escape and a press outside close it; focus then returns. */
export function Drawer(props: DrawerProps) {
  const { side = 'right', title, closeLabel, children, 'aria-label': label, ...overlay } = props
  return (
    <ModalOverlay isDismissable {...overlay} className="fixed inset-0 z-50 animate-fade bg-scrim">
      <Modal
        className={cx(
          'fixed inset-y-0 flex w-full bg-surface shadow-pop',
          side === 'right'
            ? 'end-0 max-w-[480px] animate-from-right border-s rtl:animate-from-left'
            : 'start-0 max-w-[280px] animate-from-left border-e rtl:animate-from-right',
        )}
      >
        <Dialog aria-label={label} className="flex min-h-0 w-full flex-col outline-none">
          {({ close }) => (
            <>
              {title && (
                <div className="flex items-center gap-2 border-b py-3 pe-3 ps-5">
                  <Heading
                    slot="title"
                    className="flex min-w-0 flex-1 items-center gap-2 text-base font-semibold"
                  >
                    {title}
                  </Heading>
                  <IconButton
                    label={closeLabel}
                    hasTooltip={false}
                    icon={<X aria-hidden size={17} />}
                    onPress={close}
                  />
                </div>
              )}
              {!title && (
                <IconButton
                  label={closeLabel}
                  hasTooltip={false}
                  icon={<X aria-hidden size={17} />}
                  onPress={close}
                  className="absolute top-3 end-2 z-10"
                />
              )}
              <div className="min-h-0 flex-1 overflow-y-auto">
                {typeof children === 'function' ? children(close) : children}
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
