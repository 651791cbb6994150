'use client'
import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button'
import { IconButton } from './icon-button'
import { dismissToast, toastStore, type Toast } from './toast-store'

const icons: Record<Toast['tone'], React.ReactNode> = {
  ok: <CircleCheck aria-hidden size={17} className="shrink-0 text-accent" />,
  bad: <CircleX aria-hidden size={17} className="shrink-0 text-danger" />,
  info: <Info aria-hidden size={17} className="shrink-0 text-info" />,
}

export interface ToastRegionProps {
  /** Names the region. */
  label: string
  closeLabel: string
}

/**
 * The one place toasts appear; the frame has it. A polite live region that is always in the document, because a
 * region that arrives together with its text is not read out.
 */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.getOnServer)
  return (
    <section
      aria-label={label}
      className="pointer-events-none fixed right-4 bottom-4 z-60 max-md:left-4 print:hidden"
    >
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col items-end gap-2">
        {toasts.map((entry) => (
          <li
            key={entry.id}
            className="pointer-events-auto flex max-w-sm animate-pop items-center gap-2.5 rounded-md border border-border-strong bg-surface py-1.5 pr-1.5 pl-3 text-md shadow-pop"
          >
            {icons[entry.tone]}
            <span className="min-w-0 flex-1 py-1 wrap-anywhere">{entry.text}</span>
            {entry.action && <ToastAction id={entry.id} action={entry.action} />}
            <IconButton
              size="sm"
              tooltip={false}
              label={closeLabel}
              icon={<X aria-hidden size={15} />}
              onPress={() => dismissToast(entry.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ToastAction({ id, action }: { id: number; action: NonNullable<Toast['action']> }) {
  return (
    <Button
      size="sm"
      onPress={() => {
        dismissToast(id)
        action.run()
      }}
    >
      {action.label}
    </Button>
  )
}
